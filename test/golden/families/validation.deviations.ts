import type { Deviation } from '../deviations.ts'
import type { GoldenVector } from '../family.ts'

const at = (json: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>((value, key) => (typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[key] : undefined), json)

const spec = ({ given }: GoldenVector, ...path: readonly string[]): unknown => at(given, ['resource', 'spec', ...path])
const configuration = (vector: GoldenVector): Readonly<Record<string, unknown>> => (spec(vector, 'flinkConfiguration') ?? {}) as Readonly<Record<string, unknown>>
const message = ({ expect }: GoldenVector): string => String(expect['message'])
const isValid = ({ expect }: GoldenVector): boolean => expect['valid'] === true
const isBefore2 = (vector: GoldenVector): boolean => /^v1_/.test(String(spec(vector, 'flinkVersion')))
const memories = (vector: GoldenVector): readonly string[] =>
  ['jobManager', 'taskManager'].map(manager => spec(vector, manager, 'resource', 'memory')).filter(it => typeof it === 'string')

const deviation = (id: string, matches: Deviation['matches'], reason: string, test: string): Deviation => ({ id, family: 'validation', matches, reason, test })

export const validationDeviations: readonly Deviation[] = [
  deviation('C-D01', vector => [['job', 'parallelism'], ['jobManager', 'replicas']].some(path => spec(vector, ...path) === null),
    'A null is an absent field: the default. The reference takes it for 0 and refuses it.', 'C-D01 null replicas are the default'),
  deviation('C-D02', vector => isValid(vector) && spec(vector, 'imagePullPolicy') !== undefined,
    'An image pull policy that Kubernetes does not know is refused. The reference fails later, in every round.', 'C-D02 an unknown image pull policy is refused'),
  deviation('C-D05', vector => isValid(vector) && isBefore2(vector) && spec(vector, 'mode') !== 'standalone' && spec(vector, 'job') !== undefined && spec(vector, 'job', 'jarURI') == null,
    'Flink 1.x needs a jar for a native application. The reference fails later, in every round.', 'C-D05 a native application of Flink 1.x needs a jar, unless it is Python'),
  deviation('C-D05', vector => isValid(vector) && /\s|^[^:]*$/.test(String(spec(vector, 'job', 'jarURI'))),
    'The jar of an application is a URI. The reference fails later, in every round.', 'the jar of an application is a URI, in standalone mode with a scheme'),
  deviation('C-D08', vector => message(vector).includes("'.0'") || message(vector).includes("'.") || memories(vector).some(it => /\d\.\d/.test(it)),
    'A fraction such as 1.5Gi is a whole number of bytes and right.', 'C-D08 a fraction of a binary unit is right'),
  deviation('C-D08', vector => isValid(vector) && memories(vector).some(it => /^\s*\d+[a-z]\d/i.test(it)),
    "The reference's library reads 2g2 as 200 bytes.", 'C-D08 a number after the unit is a mistake'),
  deviation('C-D14', vector => message(vector).startsWith('Periodic savepoints') && String(configuration(vector)['kubernetes.operator.periodic.savepoint.interval']).trim() === '',
    'A blank interval is off, in validation as everywhere else.', 'C-D14 a blank interval is off'),
  deviation('C-D17', vector => isValid(vector) && Object.keys(configuration(vector)).some(key => key.startsWith('kubernetes.operator.') || key.startsWith('execution.')),
    'Every option that a round reads has to parse. The reference fails later, in every round.', 'C-D17 an option that does not parse is an error'),
  deviation('C-D18', vector => vector.expect['throws'] === 'NullPointerException',
    'A session job without deploymentName gets a message.', 'C-D18 a session job needs a deploymentName'),
  deviation('C-D20', vector => isValid(vector) && Object.keys(configuration(vector)).some(key => key.endsWith('zookeeper.path.namespace')),
    'Every spelling of a forbidden key is forbidden.', 'C-D20 other spellings of a forbidden key are forbidden'),
  deviation('C-D21', vector => isValid(vector) && isBefore2(vector) && Object.values(configuration(vector)).some(value => /[#\n]/.test(String(value))),
    'Before Flink 2 a value with # or a line break does not survive the configuration file.', 'C-D21 a value that the file of Flink 1.x can not hold is refused'),
  deviation('FKO-1.16', vector => message(vector).endsWith('.resource.memory`'),
    'The message names `resources` too, as the release after 1.15.0 does.', 'row 7a names both ways to give the memory'),
  deviation('FKO-1.16', vector => /observed-scalability|effectiveness|memory\.tuning/.test(message(vector)),
    'An option of a feature that is off has no effect and is not looked at, as in the release after 1.15.0.', 'options of a feature that is off are not looked at'),
  deviation('FKO-1.16', vector => isValid(vector) && String(configuration(vector)['job.autoscaler.enabled']) === 'true' && 'job.autoscaler.metrics.window' in configuration(vector),
    'A metrics window that holds fewer than two rounds never scales anything: an error in the release after 1.15.0.', 'a metrics window shorter than the reconcile interval is refused'),
]
