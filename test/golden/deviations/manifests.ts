import { isDeepStrictEqual } from 'node:util'
import { attemptAnnotation } from '../../../packages/core/src/contract/resource/annotations.ts'
import type { Deviation } from '../deviation.ts'
import type { GoldenVector } from '../family.ts'

interface Spec {
  readonly mode?: string
  readonly flinkVersion?: string
  readonly flinkConfiguration?: Readonly<Record<string, unknown>>
  readonly job?: { readonly args?: readonly string[] | null } | null
  readonly taskManager?: { readonly podTemplate?: unknown }
}

const specOf = ({ given }: GoldenVector): Spec => (given['resource'] as { readonly spec: Spec }).spec

const usesDeprecatedHaKey = (vector: GoldenVector): boolean => {
  const { flinkVersion = '', flinkConfiguration = {} } = specOf(vector)
  return flinkVersion.startsWith('v2_') && Object.hasOwn(flinkConfiguration, 'high-availability')
}

const always = (): boolean => true

/** The address as the released reference gives it (`--host`, or bare for a session's JobManager) is the `-D` pair here. */
const withOwnAddress = (args: readonly string[]): readonly string[] => {
  const at = args.indexOf('$(_POD_IP_ADDRESS)')
  const from = args[at - 1] === '--host' ? at - 1 : at
  return [...args.slice(0, from), '-D', 'jobmanager.rpc.address=$(_POD_IP_ADDRESS)', ...args.slice(at + 1)]
}

const argsOf = (vector: GoldenVector): readonly string[] => specOf(vector).job?.args ?? []

/** What the operator says itself as B49 has it, then `--`, then the same arguments of the user. */
const behindDashes = (want: readonly string[], user: readonly string[]): readonly string[] => {
  const own = want.slice(0, want.length - user.length)
  return [...(own.includes('$(_POD_IP_ADDRESS)') ? withOwnAddress(own) : own), '--', ...want.slice(own.length)]
}

const ownConfiguration = (vector: GoldenVector): Readonly<Record<string, unknown>> => specOf(vector).flinkConfiguration ?? {}
const isOnHostNetwork = (vector: GoldenVector): boolean => String(ownConfiguration(vector)['kubernetes.hostnetwork.enabled']) === 'true'
const bindPort = (vector: GoldenVector): number => {
  const { 'rest.port': rest = 8081, 'rest.bind-port': bind = rest } = ownConfiguration(vector)
  return Number(bind) === 0 ? 8081 : Number(bind)
}
const listensElsewhere = (vector: GoldenVector): boolean => bindPort(vector) !== Number(ownConfiguration(vector)['rest.port'] ?? 8081)

const isTexts = (value: unknown): value is readonly string[] => Array.isArray(value)
const templateFile = /^<tmp>\/flink_op_generated_podTemplate_<n>\.yaml$/
const isTemplateFiles = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && Object.values(value).every(file => templateFile.test(String(file)))
const inBoth = (want: unknown, got: unknown): boolean => isTexts(want) && isTexts(got) && isDeepStrictEqual(want.toSorted(), got.toSorted())
/** A pod is made when its Deployment is there: what it mounts and talks to comes before. */
const deploymentsLast = (got: unknown): boolean =>
  isTexts(got) && got.findIndex(key => key.startsWith('Deployment/')) > got.findLastIndex(key => !/^(Deployment|Ingress)\//.test(key))

export const manifestsDeviations: readonly Deviation[] = [
  {
    id: 'M-5.4',
    family: 'manifests',
    vectors: 'Flink 2 with the deprecated key `high-availability`',
    when: usesDeprecatedHaKey,
    excuses: [{
      field: 'throws',
      want: /^IllegalConfigurationException: Overlapping key prefixes detected \(high-availability ->/,
      got: null,
    }],
    reason:
      'The reference refuses `high-availability` beside other keys of that prefix for Flink 2; ours writes `high-availability.type` (cluster-manifests.md, section 5.4).',
    test:
      '5.4 deprecated keys are written under their canonical names: `high-availability` beside `high-availability.storageDir` is no overlap',
  },
  {
    id: 'M-D11',
    family: 'manifests',
    vectors: 'all',
    when: always,
    excuses: [{
      field: '/Deployment/app/spec/strategy',
      want: null,
      got: { name: '{"type":"Recreate"}', test: (value: unknown) => isDeepStrictEqual(value, { type: 'Recreate' }) },
    }],
    reason:
      'The reference leaves the JobManager Deployment at RollingUpdate, so that a change of its template by anybody runs two JobManagers; ours says Recreate.',
    test: 'M-D11 a rolling update never runs two JobManagers',
    isEverywhere: true,
  },
  {
    id: 'B49',
    family: 'manifests',
    vectors: 'standalone with HA',
    when: ({ given }) => (given['resource'] as { readonly spec: { readonly mode?: string } }).spec.mode === 'standalone',
    excuses: [{
      field: /^\/Deployment\/app\/spec\/template\/spec\/containers\/\d+\/args$/,
      both: {
        name: '`-D jobmanager.rpc.address=…` in the place of the address',
        test: (want, got) => isTexts(want) && want.includes('$(_POD_IP_ADDRESS)') && isDeepStrictEqual(withOwnAddress(want), got),
      },
    }],
    reason:
      "The released reference passes `--host`, which Flink 2 does not take; ours sets jobmanager.rpc.address with `-D`, as the reference's main branch does.",
    test: 'B49 standalone application, HA',
    isEverywhere: true,
  },
  {
    id: 'U10',
    family: 'manifests',
    vectors: 'a standalone application with arguments',
    when: vector => specOf(vector).mode === 'standalone' && argsOf(vector).length > 0,
    excuses: [{
      field: /^\/Deployment\/app\/spec\/template\/spec\/containers\/\d+\/args$/,
      both: {
        name: "`--` before the user's arguments",
        test: (want, got, vector) => isTexts(want) && isDeepStrictEqual(behindDashes(want, argsOf(vector)), got),
      },
    }],
    reason:
      "Without `--` Flink's entry point takes arguments such as `-s`, `--host` or `-D` for its own options: they never reach the job, and `-s` says what is restored.",
    test: 'U10 arguments of the user stand behind --, whatever Flink would take them for',
  },
  {
    id: 'U20',
    family: 'manifests',
    vectors: 'rest.bind-port other than rest.port',
    when: listensElsewhere,
    excuses: [{
      field: /^\/Deployment\/app\/spec\/template\/spec\/containers\/\d+\/ports\/0\/containerPort$/,
      both: { name: 'the port that Flink listens on', test: (_want, got, vector) => got === bindPort(vector) },
    }, {
      field: /^\/Deployment\/app\/spec\/template\/spec\/containers\/\d+\/startupProbe\/httpGet\/port$/,
      want: 'rest',
      both: { name: 'the port that Flink listens on', test: (_want, got, vector) => got === bindPort(vector) },
    }],
    reason: "The reference declares and probes the Service's port, where nobody listens: the JobManager never becomes available.",
    test: 'U20 the container declares the port that it listens on: %j',
  },
  {
    id: 'U20',
    family: 'manifests',
    vectors: "pods on the host's network",
    when: isOnHostNetwork,
    excuses: [{
      field: /^\/Deployment\/app\/spec\/template\/spec\/containers\/\d+\/startupProbe$/,
      want: { name: 'the probe of port `rest`', test: (value: unknown) => JSON.stringify(value).includes('"port":"rest"') },
      got: null,
      both: { name: 'in native mode, where Flink takes a free port', test: (_want, _got, vector) => specOf(vector).mode !== 'standalone' },
    }, {
      field: /^\/Deployment\/app\/spec\/template\/spec\/containers\/\d+\/startupProbe\/httpGet\/port$/,
      want: 'rest',
      both: {
        name: 'the port that Flink listens on in standalone mode',
        test: (_want, got, vector) => specOf(vector).mode === 'standalone' && got === bindPort(vector),
      },
    }],
    reason:
      "The reference probes a port by a name that no container on the host's network declares: the JobManager never becomes available.",
    test: 'U20 no probe where nobody knows where to ask; a probe of the user stays',
  },
  {
    id: 'M-15',
    family: 'manifests',
    vectors: 'all',
    when: always,
    excuses: [
      {
        field: /^\/ConfigMap\/flink-config-app\/data\/flink-conf\.yaml\/kubernetes\.pod-template-file\.(jobmanager|taskmanager)$/,
        want: templateFile,
        got: null,
      },
      {
        field: '/ConfigMap/flink-config-app/data/config.yaml/kubernetes/pod-template-file',
        want: { name: "files of the operator's disk", test: isTemplateFiles },
        got: null,
      },
    ],
    reason:
      "The reference writes paths of its own disk (`kubernetes.pod-template-file.*`) into the pods' configuration; ours leaves them out (cluster-manifests.md, section 15).",
    test: '5.1 %s stays outside',
    isEverywhere: true,
  },
  {
    id: 'M-6.9',
    family: 'manifests',
    vectors: 'a pod template of the TaskManager, native mode',
    when: always,
    excuses: [['apiVersion', 'v1'], ['kind', 'Pod']].map(([field = '', got = '']) => ({
      field: `/ConfigMap/pod-template-app/data/taskmanager-pod-template.yaml/${field}`,
      want: null,
      got,
    })),
    reason: 'The reference leaves apiVersion and kind out of the template that it mounts; Flink loads both forms.',
    test: '6.9 PodTemplateMount',
    isEverywhere: true,
  },
  {
    id: 'L4',
    family: 'manifests',
    vectors: 'all',
    when: always,
    excuses: [{
      field: '/order',
      got: { name: 'Deployments after what their pods mount and talk to', test: deploymentsLast },
      both: { name: 'of the same objects', test: inBoth },
    }],
    reason:
      'The reference creates the JobManager before what its pod mounts: the pod starts seconds late, with false errors. Ours creates it last.',
    test: '1.1, 1.2, L4 what a JobManager pod needs is made before it: %s',
    isEverywhere: true,
  },
  {
    id: 'P21',
    family: 'manifests',
    vectors: 'all',
    when: always,
    excuses: [
      {
        field: /^\/(ConfigMap|Service|Deployment)\/[^/]+\/metadata\/annotations$/,
        want: null,
        got: { name: 'the attempt alone', test: (value: unknown) => isDeepStrictEqual(value, { [attemptAnnotation]: '<attempt>' }) },
      },
      {
        field: new RegExp(`^/(ConfigMap|Service|Deployment)/[^/]+/metadata/annotations/${attemptAnnotation}$`),
        want: null,
        got: '<attempt>',
      },
    ],
    reason: 'The reference does not tell the objects of one attempt from those of another; ours marks each object with its attempt.',
    test: 'every object carries it in its metadata, pods only as the key that they mount',
    isEverywhere: true,
  },
  {
    id: 'A19',
    family: 'manifests',
    vectors: 'all',
    when: always,
    excuses: [{
      field: /^\/Deployment\/app(-taskmanager)?\/spec\/template\/spec\/volumes\/\d+\/configMap\/items\/\d+$/,
      want: null,
      got: {
        name: 'the key of the attempt',
        test: (value: unknown) => isDeepStrictEqual(value, { key: 'attempt-<attempt>', path: 'attempt' }),
      },
    }],
    reason:
      'A Deployment of the reference starts its job whenever it arrives, also when its attempt is over; pods of ours mount a key that the ConfigMap gets once their Deployment was seen (adr/0029).',
    test: 'A19 its pods mount its key, which the ConfigMap is rendered without: no container starts before it is given the key',
    isEverywhere: true,
  },
  {
    id: 'M-MEMORY',
    family: 'manifests',
    vectors: 'memory that does not add up',
    when: ({ expect }) => expect['throws'] === 'IllegalConfigurationException',
    excuses: [{
      field: 'message',
      want: /^(Derived JVM Overhead size|Sum of configured .* Memory|.*Memory.*) /s,
      got: /^(JVM overhead|task heap|network memory|total Flink memory|JVM heap|.* minimum) /,
    }],
    reason:
      "Where memory does not add up the reference says it in the words of Flink's library; ours names the part and the bounds in bytes.",
    test: 'overhead outside of its bounds',
  },
]
