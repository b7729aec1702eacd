if (Number(process.versions.node.split('.')[0]) < 24) {
  console.error(`Node ${process.version} is too old: flink-operator needs Node 24 or newer`)
  process.exit(1)
}

const { main } = await import('./cli.ts')
process.exitCode = await main(process.argv.slice(2))
