import type { Deviation, Excuse } from '../deviation.ts'
import type { GoldenVector } from '../family.ts'
import { at } from './json-at.ts'

const spec = ({ given }: GoldenVector, ...path: readonly string[]): unknown => at(given, ['resource', 'spec', ...path])
const configuration = (vector: GoldenVector): Readonly<Record<string, unknown>> =>
  (spec(vector, 'flinkConfiguration') ?? {}) as Readonly<Record<string, unknown>>
const keysOf = (vector: GoldenVector): readonly string[] => Object.keys(configuration(vector))
const isBefore2 = (vector: GoldenVector): boolean => /^v1_/.test(String(spec(vector, 'flinkVersion')))
const memories = (vector: GoldenVector): readonly string[] =>
  ['jobManager', 'taskManager'].map(manager => spec(vector, manager, 'resource', 'memory')).filter(it => typeof it === 'string')

type Rule = Pick<Deviation, 'id' | 'vectors' | 'when' | 'reason' | 'test'> & Pick<Excuse, 'want' | 'got' | 'both'>

/** The one field of this family is the message: null where the resource is valid. */
const rule = ({ want, got, both, ...rest }: Rule): Deviation => ({
  ...rest,
  family: 'validation',
  excuses: [{
    field: 'message',
    ...(want === undefined ? {} : { want }),
    ...(got === undefined ? {} : { got }),
    ...(both === undefined ? {} : { both }),
  }],
})

export const validationDeviations: readonly Deviation[] = [
  rule({
    id: 'C-D01',
    vectors: 'job.parallelism or jobManager.replicas is null',
    when: vector => [['job', 'parallelism'], ['jobManager', 'replicas']].some(path => spec(vector, ...path) === null),
    want: /^(Job parallelism must be larger than 0|JobManager replicas should not be configured less than one\.)$/,
    got: null,
    reason: 'A null is an absent field: the default. The reference takes it for 0 and refuses it.',
    test: 'C-D01 null replicas are the default',
  }),
  rule({
    id: 'C-D02',
    vectors: 'an image pull policy that Kubernetes does not know',
    when: vector => !['Always', 'IfNotPresent', 'Never', undefined, null].some(it => it === spec(vector, 'imagePullPolicy')),
    want: null,
    got: /^imagePullPolicy must be one of /,
    reason: 'An image pull policy that Kubernetes does not know is refused. The reference fails later, in every round.',
    test: 'C-D02 an unknown image pull policy is refused',
  }),
  rule({
    id: 'C-D05',
    vectors: 'a native application of Flink 1.x without a jar',
    when: vector =>
      isBefore2(vector) && spec(vector, 'mode') !== 'standalone' && spec(vector, 'job') !== undefined
      && spec(vector, 'job', 'jarURI') == null,
    want: null,
    got: /^Flink v1_\d+ needs spec\.job\.jarURI/,
    reason: 'Flink 1.x needs a jar for a native application. The reference fails later, in every round.',
    test: 'C-D05 a native application of Flink 1.x needs a jar, unless it is Python',
  }),
  rule({
    id: 'C-D05',
    vectors: 'the jar of an application is no URI, or has no scheme in standalone mode',
    when: vector => /\s|^[^:]*$/.test(String(spec(vector, 'job', 'jarURI'))),
    want: null,
    got: /^jarURI (is not valid|has no scheme)/,
    reason: 'The jar of an application is a URI. The reference fails later, in every round.',
    test: 'the jar of an application is a URI, in standalone mode with a scheme',
  }),
  rule({
    id: 'C-D08',
    vectors: 'memory that is a fraction of a binary unit',
    when: vector => memories(vector).some(it => /\d\.\d/.test(it)),
    want: /resource memory parse error: Memory size unit '\.\d+' does not match/,
    got: null,
    reason: 'A fraction such as 1.5Gi is a whole number of bytes and right.',
    test: 'C-D08 a fraction of a binary unit is right',
  }),
  rule({
    id: 'C-D08',
    vectors: 'memory with digits after its unit',
    when: vector => memories(vector).some(it => /^\s*\d+[a-z]\d/i.test(it)),
    want: null,
    got: /resource memory parse error: Invalid quantity format passed to parse$/,
    reason: "The reference's library reads 2g2 as 200 bytes.",
    test: 'C-D08 a number after the unit is a mistake',
  }),
  rule({
    id: 'C-D14',
    vectors: 'a blank interval of periodic savepoints',
    when: vector => String(configuration(vector)['kubernetes.operator.periodic.savepoint.interval']).trim() === '',
    want: /^Periodic savepoints cannot be enabled when config key/,
    got: null,
    reason: 'A blank interval is off, in validation as everywhere else.',
    test: 'C-D14 a blank interval is off',
  }),
  rule({
    id: 'C-D17',
    vectors: "an option of the operator's or of checkpoints and savepoints that does not parse",
    when: vector => keysOf(vector).some(key => /^(kubernetes\.operator|execution)\./.test(key)),
    want: null,
    got: /^Could not parse value '.*' for key '(kubernetes\.operator|execution)\./s,
    reason: 'Every option that a round reads has to parse. The reference fails later, in every round.',
    test: 'C-D17 an option that does not parse is an error',
  }),
  rule({
    id: 'C-D18',
    vectors: 'a session job without deploymentName',
    when: vector => spec(vector, 'deploymentName') == null,
    want: 'Cannot invoke "java.lang.CharSequence.length()" because "this.text" is null',
    got: 'deploymentName must be set',
    reason: 'A session job without deploymentName gets a message; the reference fails with an exception of Java.',
    test: 'C-D18 a session job needs a deploymentName',
  }),
  rule({
    id: 'C-D20',
    vectors: 'another spelling of a forbidden key',
    when: vector => keysOf(vector).some(key => key.endsWith('zookeeper.path.namespace')),
    want: null,
    got: /^Forbidden Flink config key: /,
    reason: 'Every spelling of a forbidden key is forbidden.',
    test: 'C-D20 other spellings of a forbidden key are forbidden',
  }),
  rule({
    id: 'C-D21',
    vectors: 'a value with # or a line break before Flink 2',
    when: vector => isBefore2(vector) && Object.values(configuration(vector)).some(value => /[#\n]/.test(String(value))),
    want: null,
    got: /^The configuration file of Flink v1_\d+ can not hold /,
    reason: 'Before Flink 2 a value with # or a line break does not survive the configuration file.',
    test: 'C-D21 a value that the file of Flink 1.x can not hold is refused',
  }),
  rule({
    id: 'FKO-1.16',
    vectors: 'no memory is given',
    when: vector =>
      ['jobManager', 'taskManager'].some(manager =>
        (spec(vector, manager, 'resource', 'memory') ?? '') === '' || /^\s*$/.test(String(spec(vector, manager, 'resource', 'memory')))
      ),
    both: {
      name: 'theirs and `resources`',
      test: (want, got) =>
        got
          === String(want).replace(/`spec\.(\w+)\.resource\.memory`$/, '`spec.$1.resource.memory` or `spec.$1.resources.requests.memory`'),
    },
    reason: 'The message names `resources` too, as the release after 1.15.0 does.',
    test: 'row 7a names both ways to give the memory',
  }),
  rule({
    id: 'FKO-1.16',
    vectors: 'an option of a feature of the autoscaler that is off',
    when: vector => keysOf(vector).some(key => /^job\.autoscaler\..*(observed-scalability|effectiveness|memory\.tuning)/.test(key)),
    want: /^(The AutoScalerOption|Invalid value in the autoscaler config) .*(observed-scalability|effectiveness|memory\.tuning)/,
    got: null,
    reason: 'An option of a feature that is off has no effect and is not looked at, as in the release after 1.15.0.',
    test: 'options of a feature that is off are not looked at',
  }),
  rule({
    id: 'FKO-1.16',
    vectors: 'a metrics window of the autoscaler',
    when: vector =>
      String(configuration(vector)['job.autoscaler.enabled']) === 'true' && keysOf(vector).includes('job.autoscaler.metrics.window'),
    want: null,
    got: /^The autoscaler metric window \(job\.autoscaler\.metrics\.window=\S+\) must not be smaller than the operator reconcile interval/,
    reason: 'A metrics window that holds fewer than two rounds never scales anything: an error in the release after 1.15.0.',
    test: 'a metrics window shorter than the reconcile interval is refused',
  }),
]
