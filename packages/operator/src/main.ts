if (Number(process.versions.node.split('.')[0]) < 24) {
  console.error(`Node ${process.version} is too old: flink-operator needs Node 24 or newer`)
  process.exit(1)
}
