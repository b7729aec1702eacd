{{- define "flink-operator.name" -}}
{{- default .Chart.Name .Values.nameOverride | trunc 63 | trimSuffix "-" }}
{{- end }}

{{- define "flink-operator.fullname" -}}
{{- $name := include "flink-operator.name" . }}
{{- if .Values.fullnameOverride }}
{{- .Values.fullnameOverride | trunc 50 | trimSuffix "-" }}
{{- else if contains $name .Release.Name }}
{{- .Release.Name | trunc 50 | trimSuffix "-" }}
{{- else }}
{{- printf "%s-%s" .Release.Name $name | trunc 50 | trimSuffix "-" }}
{{- end }}
{{- end }}

{{/* What is the cluster's and not a namespace's has the namespace in its name: two releases don't meet. */}}
{{- define "flink-operator.clusterName" -}}
{{- printf "%s-%s" .Release.Namespace (include "flink-operator.fullname" .) }}
{{- end }}

{{- define "flink-operator.selectorLabels" -}}
app.kubernetes.io/name: {{ include "flink-operator.name" . }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "flink-operator.labels" -}}
{{ include "flink-operator.selectorLabels" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version | replace "+" "_" }}
{{- end }}

{{- define "flink-operator.serviceAccount" -}}
{{- .Values.operatorServiceAccount.name | default (ternary (include "flink-operator.fullname" .) "default" .Values.operatorServiceAccount.create) }}
{{- end }}

{{- define "flink-operator.image" -}}
{{- if .Values.image.digest }}
{{- printf "%s@%s" .Values.image.repository .Values.image.digest }}
{{- else }}
{{- printf "%s:%s" .Values.image.repository (.Values.image.tag | default .Chart.AppVersion) }}
{{- end }}
{{- end }}

{{/* Namespaces with Flink clusters, as far as the chart knows them: comma-separated. */}}
{{- define "flink-operator.jobNamespaces" -}}
{{- $all := concat .Values.watchNamespaces .Values.jobNamespaces | uniq }}
{{- if not $all }}{{ $all = list .Release.Namespace }}{{ end }}
{{- join "," $all }}
{{- end }}

{{- define "flink-operator.webhookService" -}}
{{- printf "%s-webhook-service" (include "flink-operator.fullname" .) }}
{{- end }}

{{- define "flink-operator.webhookSecret" -}}
{{- .Values.webhook.certificate.secretName | default (printf "%s-webhook-server-cert" (include "flink-operator.fullname" .)) }}
{{- end }}
