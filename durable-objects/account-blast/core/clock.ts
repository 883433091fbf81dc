// Time and chance of an account's object. Tests set them here.
export class Clock {
  now(): number {
    return Date.now()
  }
  random(): number {
    return Math.random()
  }
}
