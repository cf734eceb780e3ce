import type { TemplateKey } from "@retro/contract/templates/template-sections";

/** The square of a template's picture (320 x 180) that a section shows: its centre and its side. */
export type PicturePart = readonly [x: number, y: number, side: number];

/** One for each section, in their order; none where the picture has no such parts. */
export const pictureParts: Record<TemplateKey, readonly PicturePart[]> = {
  "went-well": [
    [72, 92, 72],
    [159, 91, 72],
    [250, 93, 72],
  ],
  "start-stop-continue": [
    [86, 83, 80],
    [160, 83, 80],
    [234, 83, 80],
  ],
  "mad-sad-glad": [
    [66, 95, 96],
    [159, 120, 90],
    [255, 100, 112],
  ],
  "four-ls": [
    [74, 86, 66],
    [130, 69, 66],
    [185, 66, 66],
    [240, 87, 66],
  ],
  "plus-delta": [
    [86, 59, 90],
    [242, 87, 90],
  ],
  "traffic-lights": [
    [160, 30, 40],
    [160, 66, 40],
    [160, 102, 40],
  ],
  "lean-coffee": [
    [245, 56, 104],
    [112, 102, 120],
    [283, 52, 52],
    [226, 153, 52],
  ],
  starfish: [
    [150, 54, 62],
    [183, 136, 62],
    [203, 85, 62],
    [140, 140, 62],
    [117, 94, 62],
  ],
  daki: [
    [58, 100, 76],
    [122, 104, 80],
    [199, 98, 72],
    [265, 100, 80],
  ],
  kalm: [],
  wrap: [
    [110, 59, 56],
    [148, 35, 56],
    [184, 71, 56],
    [226, 36, 56],
  ],
  "rose-thorn-bud": [
    [134, 56, 100],
    [150, 110, 64],
    [237, 77, 80],
  ],
  sailboat: [
    [273, 83, 84],
    [40, 75, 60],
    [85, 146, 64],
    [227, 122, 56],
  ],
  "speed-car": [
    [158, 93, 124],
    [50, 66, 92],
    [239, 157, 46],
    [239, 126, 76],
  ],
  "three-little-pigs": [
    [84, 113, 84],
    [168, 114, 86],
    [257, 98, 108],
  ],
  "hot-air-balloon": [
    [163, 64, 112],
    [153, 152, 54],
    [56, 66, 96],
    [269, 47, 88],
  ],
  mountain: [
    [167, 46, 84],
    [58, 124, 88],
    [228, 114, 76],
    [253, 46, 84],
  ],
  energy: [
    [175, 90, 72],
    [89, 90, 72],
    [262, 62, 92],
  ],
};
