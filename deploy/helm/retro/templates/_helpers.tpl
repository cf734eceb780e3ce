{{- define "retro.labels" -}}
app.kubernetes.io/name: retro
app.kubernetes.io/instance: {{ .Release.Name }}
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
