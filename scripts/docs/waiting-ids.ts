/**
 * Ids that no test can cover yet: what they are about is not built. When it is, its line goes, and docs/properties.md shows the id as
 * uncovered until a test names it.
 */
export const waitingFor: Readonly<Record<string, readonly string[]>> = {
  'session clusters and session jobs': ['B02', 'B58', 'B76', 'B80', 'B81', 'B88', 'B89', 'B90', 'C-D15', 'C-D18', 'M-D03'],
  'FlinkStateSnapshot as a kind of its own': ['B75', 'L13', 'L14', 'L15'],
  autoscaler: ['B44', 'B101', 'B102', 'B103', 'B104'],
  webhook: ['B91', 'B92'],
  'leader election': ['B98'],
  "a policy of the user's for upgrades that would fall back": ['B51'],
}
