/** A serialised `StateHandleWithDeleteMarker` of Flink 1.20, recorded, up to the length of the path; not marked for deletion. */
const head = Buffer.from(
  'rO0ABXNyAGNvcmcuYXBhY2hlLmZsaW5rLmt1YmVybmV0ZXMuaGlnaGF2YWlsYWJpbGl0eS5LdWJlcm5ldGVzU3RhdGVIYW5kbGVTdG9yZSRTdGF0ZUhhbmRsZVdpdGhEZWxldGVNYXJr'
    + 'ZXIbrUSA74YNfAIAAloAEW1hcmtlZEZvckRlbGV0aW9uTAAFaW5uZXJ0ADdMb3JnL2FwYWNoZS9mbGluay9ydW50aW1lL3N0YXRlL1JldHJpZXZhYmxlU3RhdGVIYW5kbGU7eHAAc3IA'
    + 'O29yZy5hcGFjaGUuZmxpbmsucnVudGltZS5zdGF0ZS5SZXRyaWV2YWJsZVN0cmVhbVN0YXRlSGFuZGxlAAEeGPFVlysCAAFMABh3cmFwcGVkU3RyZWFtU3RhdGVIYW5kbGV0ADJMb3Jn'
    + 'L2FwYWNoZS9mbGluay9ydW50aW1lL3N0YXRlL1N0cmVhbVN0YXRlSGFuZGxlO3hwc3IAOW9yZy5hcGFjaGUuZmxpbmsucnVudGltZS5zdGF0ZS5maWxlc3lzdGVtLkZpbGVTdGF0ZUhh'
    + 'bmRsZQTcddhivRuzAgACSgAJc3RhdGVTaXplTAAIZmlsZVBhdGh0AB9Mb3JnL2FwYWNoZS9mbGluay9jb3JlL2ZzL1BhdGg7eHAAAAAAAAAWX3NyAB1vcmcuYXBhY2hlLmZsaW5rLmNv'
    + 'cmUuZnMuUGF0aAAAAAAAAAABAgABTAADdXJpdAAOTGphdmEvbmV0L1VSSTt4cHNyAAxqYXZhLm5ldC5VUkmsAXguQ55JqwMAAUwABnN0cmluZ3QAEkxqYXZhL2xhbmcvU3RyaW5nO3hw'
    + 'dA==',
  'base64',
)

/** The value that Flink writes for a pointer to a file: Java's serialisation, in Base64 (kubernetes-ha.md, section 2.5). */
export const pointerTo = (path: string): string => {
  const text = Buffer.from(path, 'utf8')
  const length = Buffer.alloc(2)
  length.writeUInt16BE(text.byteLength)
  return Buffer.concat([head, length, text, Buffer.from('x')]).toString('base64')
}

/** The path in such a value; null: it is none that was written here. */
export const pathOfPointer = (value: string): string | null => {
  const bytes = Buffer.from(value, 'base64')
  if (bytes.byteLength < head.byteLength + 3 || !bytes.subarray(0, head.byteLength).equals(head)) return null
  const length = bytes.readUInt16BE(head.byteLength)
  return bytes.subarray(head.byteLength + 2, head.byteLength + 2 + length).toString('utf8')
}
