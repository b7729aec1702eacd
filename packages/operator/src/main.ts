if (Number(process.versions.node.split('.')[0]) < 24) {
  console.error(`Node ${process.version} is too old: flink-operator needs Node 24 or newer`)
  process.exit(1)
}

const { main } = await import('./cli.ts')
const { programName } = await import('./program-name.ts')
process.exitCode = await main(process.argv.slice(2), programName(process.argv[1]))
