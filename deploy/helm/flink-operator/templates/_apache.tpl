{{/* Values of the Apache operator's chart that are not this chart's. What has a successor here is taken over, or refused with its name. */}}
{{- define "flink-operator.apacheChecks" -}}
{{- if regexMatch "(^|/)flink-kubernetes-operator$" .Values.image.repository }}
{{- fail (printf "image.repository %s is the image of the Apache operator, which this chart can't run: set image.repository and image.tag to those of this operator" .Values.image.repository) }}
{{- end }}
{{- range $of, $args := .Values.jvmArgs }}
{{- if $args }}
{{- fail (printf "jvmArgs.%s has no successor: there is no JVM. Remove it, and set memory by %s" $of (ternary "webhook.pod.resources" "operatorPod.resources" (eq $of "webhook"))) }}
{{- end }}
{{- end }}
{{- if (.Values.tls).create }}
{{- fail "tls.create: set flinkRestTls.secretName instead, to a Secret with ca.crt in PEM (one of cert-manager has it), and flinkRestTls.clientCertificate to true if Flink asks for a certificate" }}
{{- end }}
{{- with .Values.metrics.port }}
{{- if ne (int .) (int $.Values.operatorHealth.port) }}
{{- fail (printf "metrics.port: /metrics is served at operatorHealth.port (%d). Set that instead" (int $.Values.operatorHealth.port)) }}
{{- end }}
{{- end }}
{{- if include "flink-operator.saysSomething" (index .Values.defaultConfiguration "log4j-operator.properties" | default "") }}
{{- fail "defaultConfiguration.log4j-operator.properties: the operator's log has a level alone. Set logLevel instead" }}
{{- end }}
{{- if index .Values.defaultConfiguration "logback-operator.xml" }}
{{- fail "defaultConfiguration.logback-operator.xml: the operator's log has a level alone. Set logLevel instead" }}
{{- end }}
{{- end }}

{{/* "true", if a text of properties has a line that is no comment. */}}
{{- define "flink-operator.saysSomething" -}}
{{- if regexMatch "(?m)^[ \t]*[^# \t\r\n]" . }}true{{ end }}
{{- end }}

{{/* Values of the operator's pods: operatorPod, with operatorVolumes and operatorVolumeMounts. */}}
{{- define "flink-operator.operatorPod" -}}
{{- $pod := omit (deepCopy .Values.operatorPod) "webhook" }}
{{- range $field, $from := dict "volumes" .Values.operatorVolumes "volumeMounts" .Values.operatorVolumeMounts }}
{{- if ($from).create }}
{{- $_ := set $pod $field (concat (index $pod $field | default list) ($from.data | default list)) }}
{{- end }}
{{- end }}
{{- toYaml $pod }}
{{- end }}

{{/* Names of the values that have no effect here, comma-separated: they stand in the notes of the release. */}}
{{- define "flink-operator.withoutEffect" -}}
{{- $names := list }}
{{- if .Values.webhook.keystore }}{{ $names = append $names "webhook.keystore (the certificate is PEM: webhook.certificate)" }}{{ end }}
{{- if .Values.logging }}{{ $names = append $names "logging.framework (logLevel sets the level)" }}{{ end }}
{{- join ", " $names }}
{{- end }}
