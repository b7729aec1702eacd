const cutAt = (text: string, mark: string): readonly [string, string] | null => {
  const at = text.lastIndexOf(mark)
  return at < 0 ? null : [text.slice(0, at), text.slice(at + mark.length)]
}

const isNumber = (text: string): boolean => /^\d+$/.test(text)

/** `….[kafkaCluster.<c>.]KafkaSourceReader.topic.<t>.partition.<n>.currentOffset` */
const kafkaPartition = (name: string): string | null => {
  if (!name.endsWith('.currentOffset')) return null
  const [reader, rest] = cutAt(name.slice(0, -'.currentOffset'.length), '.KafkaSourceReader.topic.') ?? []
  const [topic, partition] = cutAt(rest ?? '', '.partition.') ?? []
  if (reader === undefined || topic === undefined || topic === '' || partition === undefined || !isNumber(partition)) return null
  return JSON.stringify([cutAt(reader, '.kafkaCluster.')?.[1] ?? null, topic, partition])
}

/** `….PulsarConsumer.<t>-partition-<n>.….numMsgsReceived` */
const pulsarPartition = (name: string): string | null => {
  if (!name.endsWith('.numMsgsReceived')) return null
  const [, rest] = cutAt(name.slice(0, -'.numMsgsReceived'.length), '.PulsarConsumer.') ?? []
  const [topic, after] = cutAt(rest ?? '', '-partition-') ?? []
  const dot = after?.indexOf('.') ?? -1
  const partition = dot < 0 ? '' : after?.slice(0, dot) ?? ''
  return topic === undefined || topic === '' || !isNumber(partition) ? null : JSON.stringify([topic, partition])
}

/** Number of partitions of a source, from the names of its metrics (autoscaler.md, section 2.2); null: unknown. */
export const sourcePartitions = (names: readonly string[]): number | null => {
  const found = new Set(names.flatMap(name => kafkaPartition(name) ?? pulsarPartition(name) ?? []))
  return found.size === 0 ? null : found.size
}
