// Tables of the sandbox. `seq` is the order in which things happened; bodies are protobuf or encoded stanzas.
export const SCHEMA = `
CREATE TABLE IF NOT EXISTS meta (key TEXT PRIMARY KEY, value BLOB NOT NULL);
CREATE TABLE IF NOT EXISTS phones (
  phone TEXT PRIMARY KEY, name TEXT NOT NULL DEFAULT '', listed INTEGER NOT NULL DEFAULT 0,
  banned INTEGER NOT NULL DEFAULT 0, restricted_until INTEGER NOT NULL DEFAULT 0,
  capped INTEGER NOT NULL DEFAULT 0, next_device INTEGER NOT NULL DEFAULT 1);
CREATE TABLE IF NOT EXISTS devices (
  phone TEXT NOT NULL, id INTEGER NOT NULL, noise BLOB NOT NULL, identity BLOB NOT NULL, registration BLOB NOT NULL,
  skey_id BLOB NOT NULL, skey_value BLOB NOT NULL, skey_signature BLOB NOT NULL, linked_at INTEGER NOT NULL,
  PRIMARY KEY (phone, id));
CREATE TABLE IF NOT EXISTS synced_devices (phone TEXT NOT NULL, id INTEGER NOT NULL, PRIMARY KEY (phone, id));
CREATE TABLE IF NOT EXISTS prekeys (
  seq INTEGER PRIMARY KEY, phone TEXT NOT NULL, device INTEGER NOT NULL, key_id BLOB NOT NULL, value BLOB NOT NULL);
CREATE INDEX IF NOT EXISTS prekeys_device ON prekeys (phone, device, seq);
CREATE TABLE IF NOT EXISTS sessions (
  owner TEXT NOT NULL, address TEXT NOT NULL, record TEXT NOT NULL, PRIMARY KEY (owner, address)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS messages (
  seq INTEGER PRIMARY KEY, id TEXT NOT NULL, sender TEXT NOT NULL, device INTEGER NOT NULL, recipient TEXT NOT NULL,
  jid TEXT NOT NULL, time INTEGER NOT NULL, type TEXT NOT NULL, text TEXT NOT NULL, buttons TEXT, media TEXT,
  decrypted INTEGER NOT NULL, error TEXT, acked INTEGER NOT NULL, revoked INTEGER NOT NULL DEFAULT 0,
  delivered INTEGER NOT NULL DEFAULT 0, read INTEGER NOT NULL DEFAULT 0, repeat INTEGER NOT NULL DEFAULT 0);
CREATE INDEX IF NOT EXISTS messages_recipient ON messages (recipient, id);
CREATE INDEX IF NOT EXISTS messages_sender ON messages (sender, recipient);
CREATE TABLE IF NOT EXISTS retries (recipient TEXT NOT NULL, id TEXT NOT NULL, count INTEGER NOT NULL, PRIMARY KEY (recipient, id));
CREATE TABLE IF NOT EXISTS replies (
  seq INTEGER PRIMARY KEY, id TEXT NOT NULL, sender TEXT NOT NULL, recipient TEXT NOT NULL, text TEXT NOT NULL,
  by_lid INTEGER NOT NULL, opt_out INTEGER NOT NULL, time INTEGER NOT NULL,
  delivered_at INTEGER NOT NULL DEFAULT 0);
CREATE INDEX IF NOT EXISTS replies_recipient ON replies (recipient, sender);
CREATE INDEX IF NOT EXISTS replies_id ON replies (id);
CREATE TABLE IF NOT EXISTS written (id TEXT PRIMARY KEY, owner TEXT NOT NULL, attrs TEXT NOT NULL, body BLOB NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS pending (
  seq INTEGER PRIMARY KEY, phone TEXT NOT NULL, device INTEGER NOT NULL, tag TEXT NOT NULL, id TEXT NOT NULL,
  node BLOB NOT NULL);
CREATE INDEX IF NOT EXISTS pending_device ON pending (phone, device, tag, id);
CREATE TABLE IF NOT EXISTS contact_ranges (seq INTEGER PRIMARY KEY, low INTEGER NOT NULL, high INTEGER NOT NULL, registered INTEGER NOT NULL);
CREATE TABLE IF NOT EXISTS mail (
  seq INTEGER PRIMARY KEY, time INTEGER NOT NULL, recipient TEXT NOT NULL, subject TEXT NOT NULL,
  text TEXT NOT NULL, html TEXT NOT NULL);
`
