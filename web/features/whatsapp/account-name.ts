// What an account is called where it is spoken of.
import type { Account } from '../../../contract/whatsapp.ts'

export const nameOf = ({ pushname, phonenumber, clientid }: Account): string => pushname ?? phonenumber ?? clientid
