// Mounts every route under /api; who may call each stands in contract/access.ts.
import { Hono } from 'hono'
import { applyAppWide } from './http/app-wide.ts'
import type { AppEnv } from './http/door.ts'
import { authRoutes } from './routes/auth.ts'
import { levelRoutes } from './routes/levels.ts'
import { publicRoutes } from './routes/public.ts'
import { settingRoutes } from './routes/settings.ts'
import { userRoutes } from './routes/users.ts'

export const app = new Hono<AppEnv>()
applyAppWide(app)
for (const routes of [publicRoutes, authRoutes, userRoutes, settingRoutes, levelRoutes]) app.route('/api', routes)
