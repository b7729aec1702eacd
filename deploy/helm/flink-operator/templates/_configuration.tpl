{{/* What is mounted into the two folders of the operator's configuration; its sum restarts the operator. */}}
{{- define "flink-operator.configuration" -}}
# what the chart's values say; wins over the default configuration
chart.yaml: |
  kubernetes.operator.health.probe.port: "{{ .Values.operatorHealth.port }}"
  kubernetes.operator.leader-election.enabled: "{{ .Values.leaderElection.enabled }}"
  {{- if .Values.leaderElection.enabled }}
  kubernetes.operator.leader-election.lease-name: {{ .Values.leaderElection.leaseName | default (include "flink-operator.fullname" .) }}
  kubernetes.operator.leader-election.shards: "{{ .Values.leaderElection.shards }}"
  {{- end }}
  {{- with include "flink-operator.webhookIn" . }}
  {{- if eq . "operator" }}
  kubernetes.operator.webhook.enabled: "true"
  {{- end }}
  kubernetes.operator.webhook.port: "{{ $.Values.webhook.port }}"
  {{- if $.Values.webhook.clientCa.secretName }}
  kubernetes.operator.webhook.client-ca: /client-ca/ca.crt
  {{- end }}
  {{- if $.Values.webhook.lookUpsWithoutClientCa }}
  kubernetes.operator.webhook.look-ups-without-client-ca: "true"
  {{- end }}
  {{- end }}
  {{- if .Values.planner.create }}
  kubernetes.operator.planner.enabled: "true"
  kubernetes.operator.planner.fleet.enabled: "{{ .Values.planner.fleet }}"
  kubernetes.operator.planner.address: 0.0.0.0
  kubernetes.operator.planner.port: "{{ .Values.planner.port }}"
  kubernetes.operator.planner.hosts: {{ include "flink-operator.plannerHosts" . | replace "," ";" | quote }}
  {{- end }}
  {{- with .Values.flinkRestTls }}
  {{- if .secretName }}
  {{- include "flink-operator.flinkTlsOptions" (dict "prefix" "" "folder" "/flink-rest-tls/all" "tls" .) | nindent 2 }}
  {{- end }}
  {{- range $namespace, $tls := .namespaces }}
  {{- include "flink-operator.flinkTlsOptions" (dict "prefix" (printf "kubernetes.operator.default-configuration.namespace.%s." $namespace) "folder" (printf "/flink-rest-tls/of/%s" $namespace) "tls" $tls) | nindent 2 }}
  {{- end }}
  {{- end }}
  {{- with .Values.watchNamespaces }}
  kubernetes.operator.watched.namespaces: {{ join "," . | quote }}
  {{- end }}
{{- if .Values.defaultConfiguration.create }}
{{- range $name := include "flink-operator.configurationFiles" . | splitList "," | compact }}
{{ dict $name (index $.Values.defaultConfiguration $name) | toYaml }}
{{- end }}
{{- end }}
{{- end }}

{{/* A dict: prefix of the keys, folder of the Secret, tls: secretName and clientCertificate. Without the latter no certificate is shown, whatever is shown elsewhere. */}}
{{- define "flink-operator.flinkTlsOptions" -}}
{{ .prefix }}kubernetes.operator.flink.client.tls.ca: {{ .folder }}/ca.crt
{{ .prefix }}kubernetes.operator.flink.client.tls.certificate: {{ ternary (printf "%s/tls.crt" .folder) "" (.tls.clientCertificate | default false) | quote }}
{{ .prefix }}kubernetes.operator.flink.client.tls.key: {{ ternary (printf "%s/tls.key" .folder) "" (.tls.clientCertificate | default false) | quote }}
{{- end }}

{{/* Files of the default configuration that there are, comma-separated. */}}
{{- define "flink-operator.configurationFiles" -}}
{{- $there := list }}
{{- range $name := list "flink-conf.yaml" "config.yaml" "log4j-console.properties" "logback-console.xml" }}
{{- $text := index $.Values.defaultConfiguration $name }}
{{- /* a log configuration of comments alone would replace the default one by nothing */}}
{{- if and $text (or (ne $name "log4j-console.properties") (include "flink-operator.saysSomething" $text)) }}{{ $there = append $there $name }}{{ end }}
{{- end }}
{{- join "," $there }}
{{- end }}
