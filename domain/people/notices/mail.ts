// A mail as it is handed to what sends it.
export type Mail = { to: string; subject: string; text: string }
