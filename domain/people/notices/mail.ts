// A mail as it is handed to whoever sends it.
export type Mail = { to: string; subject: string; text: string }
