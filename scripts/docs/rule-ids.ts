/**
 * Ids that code and tests cite beside those of scenario-ids.ts: one more property (P), where the reference operator does badly with the
 * other kinds (E) and high availability (H-D), cases of high availability (H), what a good operator has and it has not (A), traps of an
 * implementation (T). docs/rules.md is made of it.
 */
export const ruleTitles: Readonly<Record<string, string>> = {
  P25: 'a status that was tampered with, or is wiped, starts nothing from nothing',
  A4: 'conditions Ready, Reconciling and Stalled as kstatus reads them',
  A8: 'an annotation pauses one resource, for good or until a moment',
  A17: 'advice where a valid spec puts state at risk: no retained checkpoints, a stateless job with HA, no savepoint directory',
  'E-5':
    'snapshots of a FlinkDeployment `x` count as those of a FlinkSessionJob `x`, and are pruned by it: here kind and name are compared',
  'E-15':
    'the snapshot of a deleted job can never be deleted if its files are to go with it: here the object goes, the files stay, and that is told',
  'E-17': 'one REST hiccup abandons running savepoints: here only a known end, or another job, does',
  'E-18': 'an error in asking counts as a failed savepoint, and a second one is triggered: here it is asked again within a bound',
  'E-19':
    'after an upgrade the old trigger id is asked of the new job: here the job id is recorded with it, and another job abandons the snapshot',
  'E-20': 'the trigger id is written after the effect: here it is minted and durable before',
  'E-21': 'back-off without a cap: here ten minutes at most',
  'E-22': 'label values that are not valid for long names: here a label is left out',
  'E-23': 'deleting a savepoint that is under way, or whose job stopped, hangs: here it is looked at, within a bound',
  'E-25': 'snapshots are not woken by their job: here they are',
  'E-40': 'the host of a jar is looked at once, when its resource is admitted: here at each connection, after redirects too',
  'E-41': 'alreadyExists without a path gives COMPLETED without a path: here it is refused',
  'H-D06': 'whether HA metadata is there is asked without the job id: here that of another job does not count',
  'H-D07': 'a suffix match takes configuration maps of clusters with unlucky names for HA metadata: here names are exact',
  'H-D08': 'pruning writes all listed ConfigMaps back: here only those that change, with their resourceVersion',
  'H-D09': 'an error of ZooKeeper reads as "not there": here what is not readable is unknown',
  H33: 'a ConfigMap with `jobGraph-` and, later, `executionPlan-` entries: both go',
  H34: 'ConfigMaps of an old job id are there, none of the recorded one: HA metadata of this job is not there',
  H35: 'a resource whose name ends like a ConfigMap of HA metadata: its own configuration is none',
  H36: 'a ConfigMap that is being deleted is no HA metadata',
  T14: 'a failed job is started again from its definite last state, with a fresh job id',
}
