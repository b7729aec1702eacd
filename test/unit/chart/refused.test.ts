import { describe, expect, test } from 'vitest'
import { helm, needsHelm, template } from './helm.ts'

describe.skipIf(helm === null)(`values that the chart refuses, each by its name${needsHelm}`, () => {
  test.each([
    ['replicas without leader election', { leaderElection: { enabled: false } }, /replicas is 2 while leaderElection\.enabled is false/],
    [
      'a rolling update without leader election',
      { replicas: 1, leaderElection: { enabled: false }, strategy: { type: 'RollingUpdate' } },
      /strategy\.type is RollingUpdate while leaderElection\.enabled is false/,
    ],
    [
      'both forms of configuration',
      { defaultConfiguration: { 'flink-conf.yaml': 'a: 1', 'config.yaml': 'a: 1' } },
      /has flink-conf\.yaml and config\.yaml/,
    ],
    ['configuration that is no YAML', { defaultConfiguration: { 'config.yaml': 'a: [' } }, /config\.yaml is no YAML of keys and values/],
    [
      'an option that a value says, as a line',
      { defaultConfiguration: { 'flink-conf.yaml': 'a: 1\nkubernetes.operator.leader-election.enabled: true' } },
      /sets kubernetes\.operator\.leader-election\.enabled: that is said by the value leaderElection\.enabled/,
    ],
    [
      'an option that a value says, nested',
      { defaultConfiguration: { 'config.yaml': 'kubernetes:\n  operator:\n    watched.namespaces: a' } },
      /sets kubernetes\.operator\.watched\.namespaces: that is said by the value watchNamespaces/,
    ],
    [
      'two bounds of a disruption budget',
      { podDisruptionBudget: { create: true, minAvailable: 1 } },
      /minAvailable and podDisruptionBudget\.maxUnavailable are both set/,
    ],
    [
      'no name of a Secret',
      { webhook: { create: true, certificate: { source: 'secret' } } },
      /webhook\.certificate\.secretName names none/,
    ],
    [
      'a Secret that is not used',
      { webhook: { create: true, certificate: { secretName: 'a' } } },
      /secretName and caBundle go with the source secret; the source is chart/,
    ],
    [
      "two bounds of the webhook's disruption budget",
      { webhook: { podDisruptionBudget: { create: true, minAvailable: 1 } } },
      /webhook\.podDisruptionBudget\.minAvailable and webhook\.podDisruptionBudget\.maxUnavailable are both set/,
    ],
    [
      'no certificate of the planner page',
      { planner: { create: true } },
      /planner\.certificate\.source is secret, and planner\.certificate\.secretName names none/,
    ],
    [
      'the fleet page without the planner page',
      { planner: { fleet: true } },
      /planner\.fleet is true, and planner\.create is false/,
    ],
    [
      'an option of the planner page that a value says',
      {
        planner: { create: true, certificate: { secretName: 'a' } },
        defaultConfiguration: { 'flink-conf.yaml': 'kubernetes.operator.planner.address: 0.0.0.0' },
      },
      /sets kubernetes\.operator\.planner\.address: that is said by the value planner\.create/,
    ],
    ['no place of the webhook', { webhook: { deployment: 'sidecar' } }, /webhook.*deployment/s],
    ['no network of the API server', { webhook: { networkPolicy: { apiServerCidrs: ['10.0.0.1'] } } }, /apiServerCidrs/],
    [
      'a client CA as an option',
      { defaultConfiguration: { 'flink-conf.yaml': 'kubernetes.operator.webhook.client-ca: /a' } },
      /sets kubernetes\.operator\.webhook\.client-ca: that is said by the value webhook\.clientCa\.secretName/,
    ],
    ['a value that is none', { jvmArgs: { operator: '-Xmx1g' } }, /jvmArgs/],
    ['a value within one that is none', { operatorPod: { sidecars: [] } }, /operatorPod.*sidecars/s],
    ['no namespace', { watchNamespaces: ['Team_A'] }, /watchNamespaces\/0|watchNamespaces\.0/],
    ['a text for a number', { replicas: 'two' }, /replicas/],
    ['no digest', { image: { digest: 'latest' } }, /image.*digest/s],
    ['no level', { logLevel: 'verbose' }, /logLevel/],
    ['too many shards', { leaderElection: { shards: 257 } }, /leaderElection.*shards/s],
  ])('%s', (_, values, message) => {
    const { code, err } = template(values)
    expect(code).not.toBe(0)
    expect(err).toMatch(message)
  })
})
