import { storedKeys, storePrivate } from '#web/lib/private-storage.ts'
import { readStored, writeStored } from '#web/lib/storage.ts'
import { makeUniqueId } from '#web/lib/unique-id.ts'

/** Where the form of a new listing keeps what is typed: on this device, and as a draft on the server. */
export interface DraftSlot {
  /** The query of the form's address: '' for a new listing, `draft=5`, `like=7`, `waiting=<id>`. */
  query: string
  /** The id of the waiting listing that the form changes. */
  waiting: string | undefined
  userId: number
  /** Unique on the page. */
  serial: number
  /** Key of the copy on this device, and the text that this tab read or wrote there last. */
  key: string
  kept: string | null
  /** The draft on the server; null until it has one. */
  id: number | null
  /** Set once the code that follows the server's copy is loaded. */
  server?: {
    /** Ends saving, such as before the listing is published; waits for what is under way, at most `timeout` milliseconds. */
    settle(timeout: number): Promise<void>
    /** Saves again: the listing was not published. */
    resume(): void
    discard(): Promise<void>
  }
}

export const draftQuery = (id: number) => `draft=${id}`

const keyOf = (userId: number, query: string) => `oja:draft:${userId}${query && `:${query}`}`

let slots = 0

export function slotOf(userId: number, query: string): DraftSlot {
  const id = Number(/^draft=(\d+)$/.exec(query)?.[1])
  const waiting = /^waiting=(.+)$/.exec(query)?.[1]
  slots += 1
  const key = keyToOpen(keyOf(userId, query))
  return { query, waiting, userId, serial: slots, key, kept: readStored(key), id: id || null }
}

/** The key of what this tab wrote before its reload, otherwise one of what any tab wrote. */
function keyToOpen(key: string): string {
  const keys = [readStored(key, 'sessionStorage'), key, ...storedKeys(`${key}+`)]
  return keys.find((one) => one && readStored(one) !== null) ?? key
}

/**
 * Stores what is typed on this device; null deletes it. Until it has an id on the server, tabs begin with one key: a tab that finds
 * another's text there goes on under a key of its own.
 */
export function keep(slot: DraftSlot, text: string | null): void {
  const stored = readStored(slot.key)
  if (slot.id === null && stored !== null && stored !== slot.kept) {
    const key = keyOf(slot.userId, slot.query)
    slot.key = `${key}+${makeUniqueId()}`
    writeStored(key, slot.key, 'sessionStorage')
  }
  slot.kept = text
  storePrivate(slot.key, text)
}

/** The slot's draft is on the server from now on: what this device keeps moves to its key. */
export function giveId(slot: DraftSlot, id: number): void {
  const before = slot.key
  slot.id = id
  slot.query = draftQuery(id)
  slot.key = keyOf(slot.userId, slot.query)
  const text = readStored(before)
  if (text === null || writeStored(slot.key, text)) writeStored(before, null)
}
