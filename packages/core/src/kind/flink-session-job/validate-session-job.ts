import { overlay } from '../../flink/configuration/alias-table.ts'
import type { FlinkDefaults } from '../../flink/configuration/flink-defaults.ts'
import { flinkOptions } from '../../flink/configuration/flink-options.ts'
import { flatten, defaultConfiguration } from '../../flink/configuration/layers.ts'
import type { Finding } from '../../contract/resource/finding.ts'
import type { OperatorOptions } from '../../options/operator-options.ts'
import type { FlinkDeploymentSpec } from '../../contract/resource/flink-deployment-spec.ts'
import type { FlinkSessionJobSpec } from '../../contract/resource/flink-session-job.ts'
import { autoscalerAdvice } from '../../spec/validation/autoscaler-advice.ts'
import { autoscalerOptionsReadable } from '../../spec/validation/autoscaler-options-readable.ts'
import { autoscalerRules } from '../../spec/validation/autoscaler-rules.ts'
import type { JobToValidate } from '../../spec/validation/flink-deployment-input.ts'
import { jobRules } from '../../spec/validation/job-rules.ts'
import {
  aliasesAgree,
  operatorKeysKnown,
  type OwnConfiguration,
  systemKeysElsewhere,
  optionsReadable,
} from '../../spec/validation/option-rules.ts'
import { clusterName } from '../../spec/validation/deployment-rules.ts'
import { error, errorIf, findingsOf, type Rule, type RuleRow, withOption } from '../../spec/validation/rule.ts'
import { sessionJarUri, type ResolvedHosts } from './session-jar-uri.ts'

export interface SessionJobToValidate {
  readonly meta: { readonly namespace: string; readonly name: string }
  readonly spec: FlinkSessionJobSpec
  readonly recorded: { readonly spec: FlinkSessionJobSpec } | null
  /** The FlinkDeployment `deploymentName`; null: it does not exist, which is no error. */
  readonly sessionCluster: { readonly name: string; readonly spec: FlinkDeploymentSpec } | null
  /** Null: names are resolved and checked when the jar is fetched. */
  readonly hosts: ResolvedHosts | null
  readonly defaults: FlinkDefaults
  readonly options: OperatorOptions
}

type Cluster = NonNullable<SessionJobToValidate['sessionCluster']>
interface WithCluster extends SessionJobToValidate, JobToValidate {
  readonly cluster: Cluster
}

const ofOwnConfiguration = (rule: Rule<OwnConfiguration>): Rule<SessionJobToValidate> => ({ spec }) =>
  rule({ ownConfiguration: flatten(spec.flinkConfiguration) })

/** Rows 1 to 4 (api-and-config.md, section 13.3): rules that need only the session job. */
const ownRules: readonly RuleRow<SessionJobToValidate>[] = [
  { id: 'C-D18', rule: ({ spec }) => errorIf(spec.deploymentName === null, 'deploymentName', 'deploymentName must be set') },
  { id: '1', rule: ({ spec }) => (spec.deploymentName === null ? [] : clusterName('deploymentName', spec.deploymentName)) },
  { id: '2', rule: ({ spec }) => errorIf(spec.job === null, 'job', 'The job spec should not be empty') },
  {
    id: '3',
    rule: ({ spec, recorded }) =>
      errorIf(
        recorded !== null && recorded.spec.deploymentName !== spec.deploymentName,
        'deploymentName',
        "The deploymentName can't be changed",
      ),
  },
  {
    id: '4',
    rule: ({ spec, options, hosts }) =>
      sessionJarUri(spec.job?.jarURI ?? null, options.userArtifactsAllowedSchemes, options.userArtifactsDisallowRestrictedHosts, hosts),
  },
  { id: 'A17', rule: ofOwnConfiguration(operatorKeysKnown) },
  { id: 'A17', rule: ofOwnConfiguration(systemKeysElsewhere) },
  { id: 'A17', rule: ofOwnConfiguration(aliasesAgree) },
]

/** The running job must not be stopped for an edit that could never be started. */
const clusterTakesJars: Rule<WithCluster> = ({ cluster, meta, defaults }) => {
  const { webSubmit } = flinkOptions
  const configuration = overlay(
    defaultConfiguration(defaults, meta.namespace, cluster.spec.flinkVersion),
    flatten(cluster.spec.flinkConfiguration),
  )
  return withOption(
    configuration,
    webSubmit,
    isOn =>
      errorIf(
        !isOn,
        'deploymentName',
        `${webSubmit.key} is false in session cluster ${cluster.name}: Flink accepts no jar, so the job can't start`,
      ),
  )
}

/** Rows 5 to 8: rules that also need the session cluster. */
const clusterRules: readonly RuleRow<WithCluster>[] = [
  {
    id: '5',
    rule: ({ cluster }) => (cluster.spec.job === null ? [] : error('deploymentName', 'Can not submit session job to application cluster')),
  },
  {
    id: '6',
    rule: ({ spec, cluster }) =>
      errorIf(cluster.name !== spec.deploymentName, 'deploymentName', "The session job's cluster id is not match with the session cluster"),
  },
  ...jobRules,
  { id: '8', rule: autoscalerRules },
  { id: 'U14', rule: clusterTakesJars },
  { id: 'C-D17', rule: optionsReadable },
  { id: 'autoscaler', rule: autoscalerOptionsReadable },
  { id: 'autoscaler advice', rule: autoscalerAdvice },
]

const withCluster = (given: SessionJobToValidate, cluster: Cluster): WithCluster => ({
  ...given,
  cluster,
  job: given.spec.job,
  taskManager: null,
  flinkVersion: cluster.spec.flinkVersion,
  configuration: [cluster.spec.flinkConfiguration, given.spec.flinkConfiguration].map(flatten)
    .reduce(overlay, defaultConfiguration(given.defaults, given.meta.namespace, cluster.spec.flinkVersion)),
})

/** Findings of the rules that need only the session job. */
export const validateOwnSessionJob = (given: Omit<SessionJobToValidate, 'sessionCluster'>): readonly Finding[] =>
  findingsOf(ownRules, { ...given, sessionCluster: null })

/** Findings of the rules that also need the session cluster. */
export const validateInSession = (given: Omit<SessionJobToValidate, 'sessionCluster'>, cluster: Cluster): readonly Finding[] =>
  findingsOf(clusterRules, withCluster({ ...given, sessionCluster: cluster }, cluster))

/**
 * All findings about the spec of a FlinkSessionJob (api-and-config.md, section 13.3). Users see the first error. A missing cluster is no
 * error. The function is total.
 */
export const validateSessionJob = (given: SessionJobToValidate): readonly Finding[] => [
  ...validateOwnSessionJob(given),
  ...(given.sessionCluster === null ? [] : validateInSession(given, given.sessionCluster)),
]
