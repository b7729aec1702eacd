import { decisionRows as sessionClusterRows } from '../../src/session-cluster/decision-rows.ts'

/**
 * Rows of the decision tables that the first matrix does not come to, and why; `verify` tells them apart from rows that it should have
 * reached.
 */
export const notInFirstMatrix: Readonly<Record<string, string>> = {
  ...Object.fromEntries(sessionClusterRows.map(row => [row, 'there is no world of a session cluster yet (session-cluster.test.ts)'])),
  N15: 'a status of another version is not in the worlds of snapshots (unread.test.ts)',
  X10: 'the same, at its deletion (unread.test.ts)',
  C35: "a lost record and a person's answer: people answer only where the ways out of an error are tried (record-lost.test.ts)",
  C37:
    'a new resource that has our finalizer and no record: our own first write has both, so it is of the operator before, which is not in the worlds (record-lost.test.ts)',
  C38:
    'an older status that is put back while the job is being suspended: the world is too large for the first matrix (record-lost.test.ts)',
  L5: "can't happen: L2 has looked at the ConfigMaps; kept so that the answer is handled whole",
  U6: 'an ended job that is suspended while its state is not known: no world of the first matrix edits one (ended-unknown.test.ts)',
  Z2: 'what the reference operator deployed with ZooKeeper and lost is not in the worlds (end-first.test.ts)',
  X1: "a snapshot that somebody else's finalizer alone holds back: nothing is decided (delete-snapshot.test.ts)",
  X2: 'a snapshot with our finalizer whose disposeOnDelete was taken back: nothing but to let it go (delete-snapshot.test.ts)',
}
