// The page's one query cache. Only lost connections are retried: a refusal is an answer.
import { QueryClient } from '@tanstack/react-query'
import { ApiError } from './api-error.ts'

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      retry: (failures, error) =>
        failures < 2 && (!(error instanceof ApiError) || error.status === 0 || error.status >= 502),
    },
  },
})
