import { cluster, person, type UnblockedBy } from '../../round/unblocked-by.ts'
import type { Situation } from './flink-application-situation.ts'
import type { RowId } from './state/table.ts'

const edit = person('an edit of the spec')
const takeBack = person('forceRollback is taken back')
const seen = cluster('Kubernetes and Flink answer what is asked')
const ready = cluster('the cluster becomes ready; its time is bounded')
const inTheWay = person('the owner reference is put back, the object deleted, or the spec set back or changed')
const ends = cluster('the job ends')

/** Rows that wait for something else than the next round. */
const byRow: { readonly [Id in RowId]?: UnblockedBy } = {
  G1a: person("run the version of the operator that wrote what can't be read, or mend it (kubectl edit --subresource=status)"),
  G2a: person('the pause annotation is taken away, or its time is over'),
  N0a: takeBack,
  N0d: edit,
  N3a: person('the name is given free, or this resource gets another one'),
  N3: seen,
  C2: ready,
  X9a: inTheWay,
  D3b: inTheWay,
  S2: seen,
  S3: ready,
  V5: seen,
  V7a: ends,
  V3c: cluster('the job is RUNNING; its time is bounded'),
  V9: cluster('Flink completes the savepoint, or says that it failed'),
  K3: seen,
  K6: ends,
  Y0a: cluster('Flink completes the savepoint, or says that it failed'),
  Y6: ends,
  Y8: seen,
  J8: cluster('all tasks of the job run; their time is bounded'),
  J5: seen,
  J3a: person('all jobs but one of the new cluster are cancelled'),
  J4b: person('the last checkpoint of the job is looked for; spec.forceRollback goes back to where the update began'),
  J0a: ends,
  J0b: person('spec.savepointPath names what the job is to go on from'),
  J2: seen,
  J7c: ends,
  L8: ends,
  L9: seen,
  L10: person('spec.forceRollback: the job goes on from where the update began'),
  L3: seen,
  L4: ready,
  X0: edit,
  X1: seen,
  X4a: takeBack,
  X5: seen,
  X6: person('an edit of the spec: nothing is to be done'),
  X7: ends,
  D1c: ends,
  D2: seen,
  D3: person('spec.tearDownVersionHash names the version that goes'),
  E2: seen,
  E4: ends,
  E8: ends,
  E9b: cluster('the job is RUNNING; its time is bounded'),
  E12: cluster('Flink completes the savepoint, or says that it failed'),
}

export const unblockedBy = (situation: Situation): UnblockedBy => {
  const next: UnblockedBy = { who: 'operator', what: 'the next round goes on by itself' }
  switch (situation._tag) {
    case 'NeedsFacts':
      return seen
    case 'NoMove':
      return person('the word of status.phase is mended (kubectl edit --subresource=status)')
    case 'Row':
      return (byRow as Readonly<Record<string, UnblockedBy>>)[situation.row.row] ?? next
  }
}
