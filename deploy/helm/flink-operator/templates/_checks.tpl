{{/* What the schema can't say: values that don't go together. */}}
{{- define "flink-operator.checks" -}}
{{- include "flink-operator.apacheChecks" . }}
{{- if not .Values.leaderElection.enabled }}
{{- if gt (int .Values.replicas) 1 }}
{{- fail (printf "replicas is %d while leaderElection.enabled is false: all of them would act at once. Set replicas to 1, or leaderElection.enabled to true" (int .Values.replicas)) }}
{{- end }}
{{- if and .Values.strategy.type (ne .Values.strategy.type "Recreate") }}
{{- fail (printf "strategy.type is %s while leaderElection.enabled is false: the old pod and the new one would act at once. Leave it out, or set it to Recreate" .Values.strategy.type) }}
{{- end }}
{{- end }}
{{- range $name, $budget := dict "podDisruptionBudget" .Values.podDisruptionBudget "webhook.podDisruptionBudget" .Values.webhook.podDisruptionBudget }}
{{- if not (or (kindIs "invalid" $budget.minAvailable) (eq (toString $budget.minAvailable) "") (kindIs "invalid" $budget.maxUnavailable)) }}
{{- fail (printf "%s.minAvailable and %s.maxUnavailable are both set: Kubernetes takes one of them. Set maxUnavailable to null" $name $name) }}
{{- end }}
{{- end }}
{{- with .Values.webhook }}
{{- if and .create (eq .certificate.source "secret") (not .certificate.secretName) }}
{{- fail "webhook.certificate.source is secret, and webhook.certificate.secretName names none" }}
{{- end }}
{{- if and .create (ne .certificate.source "secret") (or .certificate.secretName .certificate.caBundle) }}
{{- fail (printf "webhook.certificate.secretName and caBundle go with the source secret; the source is %s" .certificate.source) }}
{{- end }}
{{- end }}
{{- with .Values.planner }}
{{- if and .create (eq .certificate.source "secret") (not .certificate.secretName) }}
{{- fail "planner.certificate.source is secret, and planner.certificate.secretName names none" }}
{{- end }}
{{- if and .fleet (not .create) }}
{{- fail "planner.fleet is true, and planner.create is false: the fleet page is served beside the planner page" }}
{{- end }}
{{- end }}
{{- $configuration := .Values.defaultConfiguration }}
{{- $lines := index $configuration "flink-conf.yaml" }}
{{- $yaml := index $configuration "config.yaml" }}
{{- if and $lines $yaml }}
{{- fail "defaultConfiguration has flink-conf.yaml and config.yaml: the operator reads one of them. Put all into one" }}
{{- end }}
{{- $parsed := dict }}
{{- if $yaml }}
{{- $parsed = fromYaml $yaml }}
{{- if $parsed.Error }}
{{- fail (printf "defaultConfiguration.config.yaml is no YAML of keys and values: %s" $parsed.Error) }}
{{- end }}
{{- end }}
{{- range $key, $value := include "flink-operator.ownedKeys" . | fromYaml }}
{{- $said := regexMatch (printf "(?m)^[ \t]*%s[ \t]*:[ \t]" (replace "." "\\." $key)) $lines }}
{{- if $yaml }}
{{- $said = or (hasKey $parsed $key) (include "flink-operator.dig" (dict "keys" (splitList "." $key) "in" $parsed)) }}
{{- end }}
{{- if $said }}
{{- fail (printf "defaultConfiguration sets %s: that is said by the value %s, which also makes what belongs to it" $key $value) }}
{{- end }}
{{- end }}
{{- end }}

{{/* Options that values of their own say, by those values. */}}
{{- define "flink-operator.ownedKeys" -}}
kubernetes.operator.watched.namespaces: watchNamespaces
kubernetes.operator.leader-election.enabled: leaderElection.enabled
kubernetes.operator.leader-election.lease-name: leaderElection.leaseName
kubernetes.operator.leader-election.shards: leaderElection.shards
kubernetes.operator.health.probe.port: operatorHealth.port
kubernetes.operator.webhook.enabled: webhook.create
kubernetes.operator.webhook.port: webhook.port
kubernetes.operator.webhook.client-ca: webhook.clientCa.secretName
kubernetes.operator.webhook.look-ups-without-client-ca: webhook.lookUpsWithoutClientCa
kubernetes.operator.health.probe.enabled: operatorHealth.port
{{- if .Values.planner.create }}
kubernetes.operator.planner.enabled: planner.create
kubernetes.operator.planner.fleet.enabled: planner.fleet
kubernetes.operator.planner.address: planner.create
kubernetes.operator.planner.port: planner.port
kubernetes.operator.planner.hosts: planner.hosts
kubernetes.operator.planner.certificates: planner.certificate
{{- end }}
{{- end }}

{{/* "true", if the nested keys lead to something; any of them may hold dots itself. */}}
{{- define "flink-operator.dig" -}}
{{- $in := .in }}
{{- $keys := .keys }}
{{- if not $keys }}true
{{- else if kindIs "map" $in }}
{{- $found := false }}
{{- range $count, $_ := $keys }}
{{- $head := join "." (slice $keys 0 (add1 $count)) }}
{{- if and (not $found) (hasKey $in $head) }}
{{- $found = include "flink-operator.dig" (dict "keys" (slice $keys (add1 $count)) "in" (index $in $head)) }}
{{- end }}
{{- end }}
{{- if $found }}true{{ end }}
{{- end }}
{{- end }}
