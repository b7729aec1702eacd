const elsewhere = (rows: string, why: string): Readonly<Record<string, string>> =>
  Object.fromEntries(rows.split(',').map(row => [row.trim(), why]))

const ofClusters =
  'K2,K3,K6,K8,K9 J2,K9 J4,K9 J5,K9 J6,K9 J7,K9 J8,K10,K11 J1,K11 J2,K11 J3,K11 J5,K11 J6,K11 J8,K12,K13,K13 Nothing,K13 Wait,K13 InTheWay,K13 Do,K14,K14 Patch,K14 Done,K14 Wait,K15 J2,K15 J3,K15 J6,K16,K17 J1,K17 J2,K17 J3,K17 J4,K17 J5,K17 J6,K17 J7,K17 J8,K18a,K18b,K18c,K18d,K18e,K18f,K18g,K20'
const ofSessionJobs = 'Q2,Q3,Q12,Q13,Q14,Q16,Q17,Q18,Q19,Q21,Q22,Q23,Q24,Q25,Q26,Q27,Q28,Q29,Q30,Q33,Q34,Q35,Q36,Q37,Q38,Q39'
const ofBlueGreen =
  'G1,G2,G3,G4,G5,G10,G11,G12,G19,G20,G20a,G21,G22,G23,G24,G25,G29,G33,G34,G36,G37,G39,G40,G40a,G41,G48,G49,G53,G54,G55,G56,G57,G58,G59,G62,G63a,G63b,G64,G68'
const ofApplications =
  'G1a,G2a,G6,N0a,N0d,N0e,N0b,N0c,N1,N2,N3a,N3,S0a,S0b,S1,S2a,S2b,S2,S4,C0,C1,C1a,C3,V1a,V1c,V1b,V2a,V2b,V8,V7a,V6,V2,V5,V3a,V3b,V3c,K1,K1b,K1a,K4,K2,K3,K6,K5,Y0,Y1b,Y1a,Y1,Y0a,Y2,Y2b,Y2a,Y3,Y5,Y6,Y8,Y4a,J6,J7,J1,J5,J4a,J3a,J4b,J0e,J0d,J0f,J0a,J0c,J0b,J2,J2a,J3,L2,L7a,L3a,L6,L6a,L1,L9,L7,L8,L10,L3,L3b,L4,L5,L5a,X1,X8,X2,X4a,X4b,X9,X9a,X5,X7,X6b,D1,D1a,D1b,D1c,D1d,D2,D3a,D3b,E3,E2a,E2,E8,E10a,E10,E9b'

/**
 * Rows of the decision tables that the first matrix does not come to, and why; `verify` tells them apart from rows that it should have
 * reached.
 */
export const notInFirstMatrix: Readonly<Record<string, string>> = {
  ...elsewhere(ofClusters, 'no small world of a session cluster comes to it (session-cluster/session-cluster-rows.test.ts)'),
  ...elsewhere(ofSessionJobs, 'no small world of a session job comes to it (kind/flink-session-job/session-job-rows.test.ts)'),
  ...elsewhere(
    ofBlueGreen,
    'no small world of a FlinkBlueGreenDeployment comes to it: refused specs, suspension, names of others, children that others change (kind/flink-blue-green-deployment/rows/blue-green-rows.test.ts)',
  ),
  ...elsewhere(
    ofApplications.split(',').map(row => `Lyft ${row}`).join(','),
    'no small world of a FlinkApplication comes to it: those of an update beside the old cluster are too large for the first matrix (kind/flink-application/*.test.ts, each row by its id; on random walks: application-worlds.test.ts)',
  ),
  ...elsewhere(
    'A1,A2,A3,A4',
    'samples have moments and counters, which no small world bounds: it is played, not explored (autoscaler/scaled-application.test.ts)',
  ),
  N15: 'a status of another version is not in the worlds of snapshots (state-snapshot-unread.test.ts)',
  X10: 'the same, at its deletion (state-snapshot-unread.test.ts)',
  C35: "a lost record and a person's answer: people answer only where the ways out of an error are tried (application-record-lost.test.ts)",
  C37:
    'a new resource that has our finalizer and no record: our own first write has both, so it is of the operator before, which is not in the worlds (application-record-lost.test.ts)',
  C38:
    'an older status that is put back while the job is being suspended: the world is too large for the first matrix (application-record-lost.test.ts)',
  L5: "can't happen: L2 has looked at the ConfigMaps; kept so that the answer is handled whole",
  U6: 'an ended job that is suspended while its state is not known: no world of the first matrix edits one (ended-unknown.test.ts)',
  U7: 'an edit of a session job while its cluster is changed: edit-of-cluster-first of the full matrix (session-job-rows.test.ts)',
  Z2: 'what the reference operator deployed with ZooKeeper and lost is not in the worlds (end-first.test.ts)',
  X1: "a snapshot that somebody else's finalizer alone holds back: nothing is decided (delete-snapshot.test.ts)",
  X2: 'a snapshot with our finalizer whose disposeOnDelete was taken back: nothing but to let it go (delete-snapshot.test.ts)',
}
