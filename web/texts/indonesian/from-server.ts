// What the server says is Indonesian already. In English other functions stand in place of these (english/from-server.ts).
import type { ErrorBody } from '../../../contract/ground/errors.ts'
import type { Notice } from '../../../contract/people/notices.ts'

/** A sentence of the server or of the contract's schemas, in the language of this page; one that is not known stays as it is. */
export const fromServer = (said: string): string => said
export const refusalFromServer = (refusal: Partial<ErrorBody>): Promise<Partial<ErrorBody>> => Promise.resolve(refusal)
export const noticeSentence = ({ text }: Notice): string => text
