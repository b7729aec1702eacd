/** The reference operator's, so that either can take over from the other (api-and-config.md, section 14). */
export const finalizer = 'flinkstatesnapshots.flink.apache.org/finalizer'
