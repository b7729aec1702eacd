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
{{ include "flink-operator.releaseLabels" . }}
{{- end }}

{{- define "flink-operator.releaseLabels" -}}
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

{{/* Where the webhook is served: "own", "operator", or "" for nowhere. */}}
{{- define "flink-operator.webhookIn" -}}
{{- if .Values.webhook.create }}{{ .Values.webhook.deployment }}{{ end }}
{{- end }}

{{- define "flink-operator.webhookName" -}}
{{- printf "%s-webhook" (include "flink-operator.fullname" .) }}
{{- end }}

{{/* Pods of the webhook's own Deployment: nothing that selects pods of the operator selects them. */}}
{{- define "flink-operator.webhookSelectorLabels" -}}
app.kubernetes.io/name: {{ include "flink-operator.name" . | trunc 55 | trimSuffix "-" }}-webhook
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "flink-operator.webhookLabels" -}}
{{ include "flink-operator.webhookSelectorLabels" . }}
app.kubernetes.io/component: webhook
{{ include "flink-operator.releaseLabels" . }}
{{- end }}

{{- define "flink-operator.webhookServiceAccount" -}}
{{- .Values.webhook.serviceAccount.name | default (ternary (include "flink-operator.webhookName" .) "default" .Values.webhook.serviceAccount.create) }}
{{- end }}

{{/* "true", if answers of the webhook rest on other resources. */}}
{{- define "flink-operator.webhookLooks" -}}
{{- if or .Values.webhook.clientCa.secretName .Values.webhook.lookUpsWithoutClientCa }}true{{ end }}
{{- end }}

{{- define "flink-operator.webhookService" -}}
{{- printf "%s-webhook-service" (include "flink-operator.fullname" .) }}
{{- end }}

{{- define "flink-operator.webhookSecret" -}}
{{- .Values.webhook.certificate.secretName | default (printf "%s-webhook-server-cert" (include "flink-operator.fullname" .)) }}
{{- end }}

{{- define "flink-operator.plannerName" -}}
{{- printf "%s-planner" (include "flink-operator.fullname" .) }}
{{- end }}

{{/* Names by which the planner page may be asked for, comma-separated: those of its Service, and planner.hosts. */}}
{{- define "flink-operator.plannerHosts" -}}
{{- $name := include "flink-operator.plannerName" . }}
{{- join "," (concat (list (printf "%s.%s.svc" $name .Release.Namespace) (printf "%s.%s" $name .Release.Namespace)) .Values.planner.hosts) }}
{{- end }}

{{- define "flink-operator.plannerSecret" -}}
{{- .Values.planner.certificate.secretName | default (printf "%s-planner-server-cert" (include "flink-operator.fullname" .)) }}
{{- end }}
