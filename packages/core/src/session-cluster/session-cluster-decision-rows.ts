const rowsOfAffectedJobs = ['J1', 'J2', 'J3', 'J4', 'J5', 'J6', 'J7', 'J8']
const followed = (row: string, more: readonly string[]): readonly string[] => more.map(it => `${row} ${it}`)

/** Ids of the rows of the decision tables of a session cluster. Those that take a JobManager away name the row of what is at stake. */
export const decisionRows: readonly string[] = [
  ...['K1', 'K2', 'K3', 'K4', 'K5', 'K6', 'K7', 'K8', 'K9'],
  // nothing is known of its high availability, and what is seen absent is answered before
  ...followed('K9', rowsOfAffectedJobs.filter(it => it !== 'J1' && it !== 'J3')),
  'K10',
  ...followed('K11', rowsOfAffectedJobs),
  'K12',
  'K13',
  ...followed('K13', ['Nothing', 'Wait', 'InTheWay', 'Do']),
  'K14',
  ...followed('K14', ['Patch', 'Done', 'Wait']),
  ...followed('K15', rowsOfAffectedJobs),
  'K16',
  ...followed('K17', rowsOfAffectedJobs),
  ...['K18a', 'K18b', 'K18c', 'K18d', 'K18e', 'K18f', 'K18g'],
  'K19',
  'K20',
]
