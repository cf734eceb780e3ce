#!/bin/sh
# docker-machine.sh SYSTEM DATA CLONE: runs dockerd in a Debian of its own; for `unshare --net --mount --pid`, so that nothing of it
# is seen on this machine.
set -eu
system=$1 data=$2 clone=$3
exec >"$data/dockerd.log" 2>&1
ip link set lo up
mount --bind "$system" "$system"
mount -t proc proc "$system/proc"
mount --rbind /sys "$system/sys"
mount --rbind /dev "$system/dev"
mount -t tmpfs tmpfs "$system/run"
mkdir -p "$system/clone" "$system/base" "$system/var/lib/docker" "$system/old" "$data/docker"
mount --bind "$data/docker" "$system/var/lib/docker"
mount --bind "$data" "$system/base"
mount --bind "$clone" "$system/clone"
cp /etc/resolv.conf "$system/etc/resolv.conf"
cp /etc/ssl/certs/ca-certificates.crt "$system/etc/ssl/certs/ca-certificates.crt"
cd "$system"
# runc needs a root that it can leave.
pivot_root . old
umount -l /old
exec dockerd --ip6tables=false --exec-opt native.cgroupdriver=cgroupfs
