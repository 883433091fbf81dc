// A control that cannot be done: HTTP status, a stable reason, a text for the person.
export class Refusal extends Error {
  readonly status: 400 | 403 | 404 | 409 | 410 | 422 | 502 | 504
  readonly reason: string

  constructor(status: Refusal['status'], reason: string, text: string) {
    super(text)
    this.status = status
    this.reason = reason
  }
}
