// The Indonesian beside a sentence that the specification fixes in English. Loaded with the first such sentence.
import { besideTexts } from '../texts/indonesian.ts'

export default function Beside({ said }: { said: string }) {
  return besideTexts.of(said) ?? null
}
