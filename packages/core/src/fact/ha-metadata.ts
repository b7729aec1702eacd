/**
 * Is HA metadata of the recorded job there? Unknown is neither yes nor no; NotLooked asks for a look; Unreadable: no look of ours can tell,
 * as with ZooKeeper (H-D09).
 */
export type HaMetadata = 'Available' | 'NotAvailable' | 'Unknown' | 'NotLooked' | 'Unreadable'
