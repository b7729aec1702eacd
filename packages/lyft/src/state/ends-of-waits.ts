import { cluster, person } from '@flink-operator/core/round'

/** What ends the waits that several rows share. */
export const answered = cluster('Kubernetes and Flink answer the queries')
export const ready = cluster('the cluster becomes ready, within a time limit')
export const ends = cluster('the job ends')
export const edit = person('an edit of the spec')
export const takeBack = person('the user unsets forceRollback')
export const nameConflicts = person('the user restores the owner reference, deletes the object, or reverts or changes the spec')
