{{- define "retro.labels" -}}
{{ include "retro.selector" . }}
app.kubernetes.io/version: {{ .Values.image.tag | default .Chart.AppVersion | quote }}
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

{{- define "retro.maintenanceName" -}}
{{ include "retro.name" . | trunc 51 | trimSuffix "-" }}-maintenance
{{- end }}

{{- define "retro.serviceAccount" -}}
{{ .Values.serviceAccount.name | default (ternary (include "retro.name" .) "default" .Values.serviceAccount.create) }}
{{- end }}

{{- define "retro.image" -}}
{{- with .Values.image }}
{{- if or (not .repository) (not (or .tag .digest)) }}
{{- fail "No registry has the image until you push it: see Installing in docs/operating.md, and set image.repository and image.tag." }}
{{- end }}
{{- with .registry }}{{ . }}/{{ end }}{{ .repository }}
{{- with .digest }}@{{ . }}{{ else }}:{{ .tag }}{{ end }}
{{- end }}
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

{{- /* Settings that have a value of the chart: elsewhere they would be ignored, or contradict it. */ -}}
{{- define "retro.refuse" -}}
{{- $values := dict
  "PUBLIC_URL" "publicUrl"
  "BASE_PATH" "basePath"
  "TRUST_PROXY" "trustProxy"
  "DATA_DIR" "persistence"
  "DATABASE_URL" "database.existingSecret"
  "REDIS_URL" "redis.existingSecret"
  "METRICS_TOKEN" "metrics.existingSecret"
  "OPERATOR_COMMAND" "nothing"
  "PORT" "service.port"
  "HOST" "nothing"
}}
{{- with get $values (trimSuffix "_FILE" .name) }}{{ fail (printf "%s does not belong into %s: set %s instead." $.name $.at .) }}{{ end }}
{{- end }}

{{- define "retro.requireSettings" -}}
{{- range $name, $value := .Values.settings }}
{{- include "retro.refuse" (dict "name" $name "at" "settings") }}
{{- if kindIs "bool" $value }}{{ fail (printf "settings.%s is true or false: YAML reads on, off, yes and no so. Put the value in quotes." $name) }}{{ end }}
{{- end }}
{{- range .Values.extraEnv }}
{{- include "retro.refuse" (dict "name" .name "at" "extraEnv") }}
{{- end }}
{{- range $secret := .Values.secrets }}
{{- /* Nothing is found where Helm does not ask the cluster, as in helm template. */ -}}
{{- range $name, $_ := (lookup "v1" "Secret" $.Release.Namespace $secret).data }}
{{- include "retro.refuse" (dict "name" $name "at" (printf "the secret %s" $secret)) }}
{{- end }}
{{- end }}
{{- end }}

{{- define "retro.requireConsistency" -}}
{{- $path := trimSuffix "/" (urlParse .Values.publicUrl).path }}
{{- if and $path (ne $path .Values.basePath) }}
{{- fail (printf "publicUrl has the path %s: set basePath to it too, or remove it from publicUrl." $path) }}
{{- end }}
{{- if and .Values.redis.existingSecret (not .Values.database.existingSecret) }}
{{- fail "redis.existingSecret needs database.existingSecret: Redis connects several servers on one PostgreSQL database." }}
{{- end }}
{{- with .Values.autoscaling }}
{{- if and .enabled (gt (int .minReplicas) (int .maxReplicas)) }}
{{- fail "autoscaling.minReplicas must not be above autoscaling.maxReplicas." }}
{{- end }}
{{- end }}
{{- end }}

{{- define "retro.command" -}}
kubectl -n {{ .Release.Namespace }} exec -it deploy/{{ include "retro.name" . }} -- /nodejs/bin/node /opt/retro/retro.mjs
{{- end }}

{{- /* The settings of the servers, of the backup and of maintenance. */ -}}
{{- define "retro.settings" -}}
- { name: OPERATOR_COMMAND, value: {{ include "retro.command" . | quote }} }
{{- with .Values.publicUrl }}
- { name: PUBLIC_URL, value: {{ . | quote }} }
{{- end }}
{{- with .Values.basePath }}
- { name: BASE_PATH, value: {{ . | quote }} }
{{- end }}
# Below the volume, which belongs to root: the server makes a folder that only it can read.
- { name: DATA_DIR, value: /data/retro }
{{- range $name, $value := .Values.settings }}
{{- /* Helm reads every number as a float, and writes large ones like 1e+06. */ -}}
{{- if and (kindIs "float64" $value) (eq (floor $value) (float64 $value)) }}{{ $value = int64 $value }}{{ end }}
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

{{- /* A pod beside the servers, which works on their data and on the backups: its name, the container's command. */ -}}
{{- define "retro.toolPod" -}}
{{- $name := .name }}
{{- $command := .command }}
{{- $affinity := .affinity | default .root.Values.affinity }}
{{- with .root }}
metadata:
  # Not the labels of the servers: the service must not send anything here.
  labels:
    app.kubernetes.io/name: retro-{{ $name }}
    app.kubernetes.io/instance: {{ .Release.Name }}
    {{- with .Values.podLabels }}
    {{- toYaml . | nindent 4 }}
    {{- end }}
  {{- with .Values.podAnnotations }}
  annotations: {{- toYaml . | nindent 4 }}
  {{- end }}
spec:
  serviceAccountName: {{ include "retro.serviceAccount" . }}
  automountServiceAccountToken: false
  enableServiceLinks: false
  securityContext: {{- toYaml .Values.podSecurityContext | nindent 4 }}
  {{- include "retro.placement" . | nindent 2 }}
  {{- with $affinity }}
  affinity: {{- toYaml . | nindent 4 }}
  {{- end }}
  containers:
    - name: {{ $name }}
      image: {{ include "retro.image" . | quote }}
      imagePullPolicy: {{ .Values.image.pullPolicy }}
      {{- $command | nindent 6 }}
      securityContext: {{- toYaml .Values.securityContext | nindent 8 }}
      env: {{- include "retro.settings" . | nindent 8 }}
      {{- include "retro.envFrom" . | nindent 6 }}
      resources: {{- toYaml .Values.backup.resources | nindent 8 }}
      volumeMounts:
        {{- include "retro.dataMounts" . | nindent 8 }}
        {{- if .Values.backup.enabled }}
        - { name: backups, mountPath: /backups }
        {{- end }}
  volumes:
    {{- include "retro.dataVolume" . | nindent 4 }}
    {{- if .Values.backup.enabled }}
    - name: backups
      persistentVolumeClaim:
        claimName: {{ .Values.backup.existingClaim | default (include "retro.backupName" .) }}
    {{- end }}
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
