/**
 * Whether HA metadata of the recorded job exists. Unknown: neither yes nor no. NotLooked: a query is needed. Unreadable: no query of the
 * operator can answer it, as with a ZooKeeper that forbids access (H-D09).
 */
export type HaMetadata = 'Available' | 'NotAvailable' | 'Unknown' | 'NotLooked' | 'Unreadable'
