// Checks a spec, options and a policy of your own against the properties of the operator, in simulated worlds where it dies and Flink and Kubernetes fail.
// In your own project: npm install @flink-operator/core, then node check-own-policy.mjs. What is told is bounded: at most five stories.
import { checkOwn } from '@flink-operator/simulation'

const spec = {
  image: 'flink:1.20', flinkVersion: 'v1_20', serviceAccount: 'flink',
  flinkConfiguration: {
    'execution.checkpointing.interval': '10 s', 'execution.checkpointing.dir': 's3://bucket/checkpoints', 'execution.checkpointing.savepoint-dir': 's3://bucket/savepoints',
    'high-availability.type': 'kubernetes', 'high-availability.storageDir': 's3://bucket/ha',
  },
  jobManager: { resource: { memory: '1g', cpu: 1 } }, taskManager: { resource: { memory: '1g', cpu: 1 } },
  job: { jarURI: 'local:///opt/flink/job.jar', parallelism: 1, upgradeMode: 'savepoint' },
}
const options = { 'kubernetes.operator.job.upgrade.last-state-fallback.enabled': 'false' }

// "if in doubt, start empty": a new JobManager is not told what to restore from
const forgets = ['execution.savepoint.path', 'execution.state-recovery.path']
const startEmpty = actions => actions.map(action => {
  if (action._tag !== 'CreateObject' || action.manifest._tag !== 'ClusterManifest') return action
  const configuration = Object.fromEntries(Object.entries(action.manifest.input.configuration).filter(([key]) => !forgets.includes(key)))
  return { ...action, manifest: { ...action.manifest, input: { ...action.manifest.input, configuration } } }
})

// a rule of one's own: no more than 100 tasks
const atMostHundred = ({ job }) => (job !== null && job.parallelism > 100 ? [{ severity: 'Error', field: 'job.parallelism', message: 'at most 100' }] : [])

// one story and one group of faults, so that it takes seconds; without `worlds` all of them are explored
const worlds = name => name.endsWith('/edit/calm')

for (const [name, policy] of [['the policy of the operator', undefined], ['start empty', startEmpty]]) {
  const checked = checkOwn({ options, spec, validator: atMostHundred, worlds, ...(policy === undefined ? {} : { policy }) })
  if (checked._tag === 'Left') throw new Error(`${checked.left.path}: expected ${checked.left.expected}`)
  const { worlds: explored, violations, indistinguishable } = checked.right
  console.log(`${name}: ${explored.length} world, ${violations.length} violations`)
  for (const { property, what, world, lines } of violations) console.log(`  ${property} in ${world}, after ${lines.length} steps: ${what}`)
  for (const { what, why } of indistinguishable) console.log(`  not looked at: ${what}, ${why}`)
}
