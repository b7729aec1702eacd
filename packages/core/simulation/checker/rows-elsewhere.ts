/** Rows of the decision tables that the first matrix does not come to, and why; `verify` tells them apart from rows that it should have reached. */
export const notInFirstMatrix: Readonly<Record<string, string>> = {
  L5: 'can\'t happen: L2 has looked at the ConfigMaps; kept so that the answer is handled whole',
}
