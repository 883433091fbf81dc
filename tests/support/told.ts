// What no line of any log may say, as it would come in a text or an error.
const NUMBER = '6281234567890'
const TOKEN = 'q3Jk-5_Zb1cVtR8yUw2sXeD4fG6hJ7kL9pO0iNuMbVa'
const KEY = 'c3'.repeat(32)
export const ATTEMPT = '0b9f2c4e-1234-4a1b-8c2d-123456789012'
export const SECRETS = [NUMBER, TOKEN, KEY]
/** With a JID, the token of a sign-in and a key ring. */
export const TEXT = `to ${NUMBER}@s.whatsapp.net and ${NUMBER}:12@s.whatsapp.net with ${TOKEN}~admin~${ATTEMPT} by k1:${KEY} in ${ATTEMPT}`
