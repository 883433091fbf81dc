// A screen that breaks, or whose code cannot be fetched, says so instead of leaving a blank page.
import { Component, type ReactNode } from 'react'
import { TakeOver } from '../first-paint/take-over.ts'
import { common } from '../texts/indonesian.ts'
import { Button } from '../ui/button.tsx'

type Props = {
  /** The screen's address; a change of it clears the error. */
  place: string
  children: ReactNode
}

type State = { place: string; broken: boolean }

export class ErrorBoundary extends Component<Props, State> {
  override state: State = { place: this.props.place, broken: false }

  static getDerivedStateFromError(): Partial<State> {
    return { broken: true }
  }

  static getDerivedStateFromProps({ place }: Props, state: State): State | null {
    return state.place === place ? null : { place, broken: false }
  }

  override render(): ReactNode {
    if (!this.state.broken) return this.props.children
    return (
      <div role="alert" className="mx-auto grid max-w-md place-items-center px-6 py-20 text-center">
        <h1 className="text-base font-semibold">{common.crashed}</h1>
        <p className="mt-2 mb-6 text-ink-2">{common.crashedText}</p>
        <Button onClick={() => location.reload()}>{common.reload}</Button>
        <TakeOver />
      </div>
    )
  }
}
