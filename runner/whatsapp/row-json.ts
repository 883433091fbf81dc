// Converts a key row's value to the JSON that is cached in memory and encrypted for the vault, and back.
import { BufferJSON, proto } from '@whiskeysockets/baileys'

/** Stands for a row that is known not to exist. */
export const ABSENT = 'null'
export const keyOf = (type: string, id: string): string => `${type}|${id}`
export const toJson = (value: unknown): string => JSON.stringify(value, BufferJSON.replacer)
export const fromJson = (type: string, json: string): unknown => {
  const value: unknown = JSON.parse(json, BufferJSON.reviver)
  return type === 'app-state-sync-key' && value !== null
    ? proto.Message.AppStateSyncKeyData.fromObject(value as Record<string, unknown>)
    : value
}
