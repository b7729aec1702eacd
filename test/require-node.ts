/**
 * The lock file brings Node 24, but npm skips an optional package that it cannot fetch: without this guard everything would run on the
 * machine's Node.
 */
export default (): void => {
  if (Number(process.versions.node.split('.')[0]) < 24) {
    throw new Error(
      `Node ${process.version} is too old: run npm ci, then npm test or npx (a direct call of node_modules/.bin uses the machine's Node)`,
    )
  }
}
