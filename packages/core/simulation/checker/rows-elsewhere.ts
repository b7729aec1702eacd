/** Rows of the decision tables that the first matrix does not come to, and why; `verify` tells them apart from rows that it should have reached. */
export const notInFirstMatrix: Readonly<Record<string, string>> = {
  C2: 'a record that can\'t be read: the worlds only hold what this operator wrote; table tests and the status corpora',
  C11: 'status of the reference operator taken over; drop-in tests',
  C14: 'status of the reference operator taken over; drop-in tests',
  C22: 'status of the reference operator taken over; drop-in tests',
  C29: 'a submit that the reference operator left half done: the worlds begin with what this operator made; table tests and drop-in tests',
  L5: 'can\'t happen: L2 has looked at the ConfigMaps; kept so that the answer is handled whole',
  L6: 'HA metadata that can\'t be read (not Kubernetes\'); table tests',
  '5.4/4': 'the model has no checkpoint in progress; table tests',
  H1: 'health checks; table tests',
  H2: 'health checks; table tests',
  H3: 'health checks; table tests',
}
