{{- define "retro.labels" -}}
{{ include "retro.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ .Chart.Name }}-{{ .Chart.Version }}
{{- end }}

{{- define "retro.selector" -}}
app.kubernetes.io/name: retro
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "retro.name" -}}
{{ printf "%s-retro" .Release.Name | trunc 63 | trimSuffix "-" }}
{{- end }}

{{- /* The name of a CronJob has at most 52 characters. */ -}}
{{- define "retro.backupName" -}}
{{ include "retro.name" . | trunc 45 | trimSuffix "-" }}-backup
{{- end }}

{{- define "retro.serviceAccount" -}}
{{ .Values.serviceAccount.name | default (ternary (include "retro.name" .) "default" .Values.serviceAccount.create) }}
{{- end }}

{{- define "retro.image" -}}
{{- with .Values.image.registry }}{{ . }}/{{ end }}{{ .Values.image.repository }}
{{- with .Values.image.digest }}@{{ . }}{{ else }}:{{ .Values.image.tag | default .Chart.AppVersion }}{{ end }}
{{- end }}

{{- define "retro.isSqlite" -}}
{{- if not .Values.database.existingSecret }}true{{ end }}
{{- end }}

{{- /* Servers that can work beside each other. */ -}}
{{- define "retro.isShared" -}}
{{- if and .Values.database.existingSecret .Values.redis.existingSecret }}true{{ end }}
{{- end }}

{{- define "retro.isMany" -}}
{{- if or .Values.autoscaling.enabled (gt (int .Values.replicas) 1) }}true{{ end }}
{{- end }}

{{- /* The settings of the server and of the backup. */ -}}
{{- define "retro.settings" -}}
# Below the volume, which belongs to root: the server makes a folder that only it can read.
- { name: DATA_DIR, value: /data/retro }
{{- range $name, $value := .Values.settings }}
- { name: {{ $name }}, value: {{ $value | quote }} }
{{- end }}
{{- with .Values.database }}
{{- if .existingSecret }}
- name: DATABASE_URL
  valueFrom: { secretKeyRef: { name: {{ .existingSecret }}, key: {{ .key }} } }
{{- end }}
{{- end }}
{{- with .Values.extraEnv }}
{{ toYaml . }}
{{- end }}
{{- end }}

{{- define "retro.envFrom" -}}
{{- with .Values.secrets }}
envFrom:
  {{- range . }}
  - secretRef: { name: {{ . }} }
  {{- end }}
{{- end }}
{{- end }}

{{- define "retro.dataVolume" -}}
- name: tmp
  emptyDir: {}
- name: data
  {{- if include "retro.isSqlite" . }}
  persistentVolumeClaim:
    claimName: {{ .Values.persistence.existingClaim | default (include "retro.name" .) }}
  {{- else }}
  emptyDir: {}
  {{- end }}
{{- with .Values.extraVolumes }}
{{ toYaml . }}
{{- end }}
{{- end }}

{{- define "retro.dataMounts" -}}
- { name: data, mountPath: /data }
- { name: tmp, mountPath: /tmp }
{{- with .Values.extraVolumeMounts }}
{{ toYaml . }}
{{- end }}
{{- end }}

{{- define "retro.placement" -}}
{{- with .Values.imagePullSecrets }}
imagePullSecrets: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.priorityClassName }}
priorityClassName: {{ . }}
{{- end }}
{{- with .Values.nodeSelector }}
nodeSelector: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.tolerations }}
tolerations: {{- toYaml . | nindent 2 }}
{{- end }}
{{- end }}
