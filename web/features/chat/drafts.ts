import { keepPrivate, privatePrefix } from '#web/lib/private-storage.ts'

const prefix = `${privatePrefix}draft:`
const keyOf = (userId: number, threadId: number) => `${prefix}${userId}:${threadId}`

/** What one began to write in a conversation; empty where there is nothing, or no storage. */
export function readChatDraft(userId: number, threadId: number): string {
  try {
    return localStorage.getItem(keyOf(userId, threadId)) ?? ''
  } catch {
    return ''
  }
}

/** Keeps it on this device until it is sent or one logs out. */
export function keepChatDraft(userId: number, threadId: number, text: string): void {
  try {
    keepPrivate(keyOf(userId, threadId), text.trim() ? text : null)
  } catch {
    // It stays in the field, which is all that can be done.
  }
}
