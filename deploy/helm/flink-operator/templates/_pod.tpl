{{/* Parts of a pod that the operator's and the webhook's have in common. A dict: root, and pod: values like operatorPod. */}}

{{/* Where it runs, and as whom. */}}
{{- define "flink-operator.podFields" -}}
terminationGracePeriodSeconds: {{ .pod.terminationGracePeriodSeconds }}
{{- with .root.Values.imagePullSecrets }}
imagePullSecrets:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .pod.priorityClassName }}
priorityClassName: {{ . }}
{{- end }}
{{- with .pod.dnsPolicy }}
dnsPolicy: {{ . }}
{{- end }}
{{- with .pod.dnsConfig }}
dnsConfig:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .pod.nodeSelector }}
nodeSelector:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .pod.tolerations }}
tolerations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .pod.affinity }}
affinity:
  {{- toYaml . | nindent 2 }}
{{- end }}
topologySpreadConstraints:
  {{- if .pod.topologySpreadConstraints }}
  {{- toYaml .pod.topologySpreadConstraints | nindent 2 }}
  {{- else }}
  - maxSkew: 1
    topologyKey: kubernetes.io/hostname
    whenUnsatisfiable: ScheduleAnyway
    labelSelector:
      matchLabels:
        {{- .selector | nindent 8 }}
  {{- end }}
{{- with .root.Values.podSecurityContext }}
securityContext:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .pod.initContainers }}
initContainers:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end }}

{{/* "true", if there are files of the default configuration. */}}
{{- define "flink-operator.hasDefaults" -}}
{{- if and .Values.defaultConfiguration.create (include "flink-operator.configurationFiles" .) }}true{{ end }}
{{- end }}

{{/* Variables that say where the configuration is. */}}
{{- define "flink-operator.podEnv" -}}
- name: OPERATOR_NAME
  value: {{ include "flink-operator.fullname" .root }}
- name: OPERATOR_NAMESPACE
  valueFrom:
    fieldRef:
      fieldPath: metadata.namespace
- name: LOG_LEVEL
  value: {{ .root.Values.logLevel }}
{{- if include "flink-operator.hasDefaults" .root }}
- name: FLINK_CONF_DIR
  value: /opt/flink-operator/conf
{{- end }}
- name: CONF_OVERRIDE_DIR
  value: /opt/flink-operator/chart-conf
{{- if and .root.Values.defaultConfiguration.create (not .root.Values.defaultConfiguration.append) }}
- name: FLINK_OPERATOR_BUILT_IN_DEFAULTS
  value: "false"
{{- end }}
{{- with .pod.env }}
{{ toYaml . }}
{{- end }}
{{- end }}

{{- define "flink-operator.podProbes" -}}
{{- range $probe, $path := dict "startupProbe" "/healthz" "livenessProbe" "/healthz" "readinessProbe" "/readyz" }}
{{ $probe }}:
  httpGet:
    path: {{ $path }}
    port: health
  {{- toYaml (index $.root.Values.operatorHealth $probe) | nindent 2 }}
{{- end }}
{{- end }}

{{/* serves: "true" where the webhook is served; planner: where the planner page is opened to the cluster; flink: true where Flink is asked. */}}
{{- define "flink-operator.podMounts" -}}
{{- if include "flink-operator.hasDefaults" .root }}
- name: config
  mountPath: /opt/flink-operator/conf
  readOnly: true
{{- end }}
- name: chart-config
  mountPath: /opt/flink-operator/chart-conf
  readOnly: true
- name: tmp
  mountPath: /tmp
{{- if .serves }}
- name: webhook-certificate
  mountPath: /certs
  readOnly: true
{{- if .root.Values.webhook.clientCa.secretName }}
- name: webhook-client-ca
  mountPath: /client-ca
  readOnly: true
{{- end }}
{{- end }}
{{- if .planner }}
- name: planner-certificate
  mountPath: /planner-certs
  readOnly: true
{{- end }}
{{- if .flink }}
{{- if .root.Values.flinkRestTls.secretName }}
- name: flink-rest-tls
  mountPath: /flink-rest-tls/all
  readOnly: true
{{- end }}
{{- range $namespace, $tls := .root.Values.flinkRestTls.namespaces }}
- name: flink-rest-tls-{{ sha256sum $namespace | trunc 16 }}
  mountPath: /flink-rest-tls/of/{{ $namespace }}
  readOnly: true
{{- end }}
{{- end }}
{{- with .pod.volumeMounts }}
{{ toYaml . }}
{{- end }}
{{- end }}

{{- define "flink-operator.podVolumes" -}}
{{- if include "flink-operator.hasDefaults" .root }}
- name: config
  configMap:
    name: {{ include "flink-operator.fullname" .root }}-config
    items:
      {{- range include "flink-operator.configurationFiles" .root | splitList "," | compact }}
      - key: {{ . }}
        path: {{ . }}
      {{- end }}
{{- end }}
- name: chart-config
  configMap:
    name: {{ include "flink-operator.fullname" .root }}-config
    items:
      - key: chart.yaml
        path: config.yaml
- name: tmp
  emptyDir: {}
{{- if .serves }}
- name: webhook-certificate
  secret:
    secretName: {{ include "flink-operator.webhookSecret" .root }}
{{- with .root.Values.webhook.clientCa }}
{{- if .secretName }}
- name: webhook-client-ca
  secret:
    secretName: {{ .secretName }}
    items:
      - key: {{ .key }}
        path: ca.crt
{{- end }}
{{- end }}
{{- end }}
{{- if .planner }}
- name: planner-certificate
  secret:
    secretName: {{ include "flink-operator.plannerSecret" .root }}
{{- end }}
{{- if .flink }}
{{- with .root.Values.flinkRestTls.secretName }}
- name: flink-rest-tls
  secret:
    secretName: {{ . }}
{{- end }}
{{- range $namespace, $tls := .root.Values.flinkRestTls.namespaces }}
- name: flink-rest-tls-{{ sha256sum $namespace | trunc 16 }}
  secret:
    secretName: {{ $tls.secretName }}
{{- end }}
{{- end }}
{{- with .pod.volumes }}
{{ toYaml . }}
{{- end }}
{{- end }}
