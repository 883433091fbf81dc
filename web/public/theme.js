// Runs before the first paint: the theme, so that nobody sees the other one flash by; what the document shows until the page's script
// has come (web/drawn/); and what that script will ask for, so that it comes beside it and not after it. The build names the files
// (vite.config.ts).
;(function () {
  function kept(name) {
    try {
      var cookie = new RegExp('(?:^|; )' + name + '=([^;]+)').exec(document.cookie)
      return cookie ? decodeURIComponent(cookie[1]) : localStorage.getItem(name)
    } catch {
      return null
    }
  }
  var path = location.pathname.replace(/(.)\/+$/, '$1')
  var page = document.documentElement
  var dark = path === '/signup' ? matchMedia('(prefers-color-scheme: dark)').matches : kept('theme') === 'dark'
  page.classList.toggle('dark', dark)

  // The offline page has no such marks.
  var next = document.currentScript && document.currentScript.dataset
  if (!next || !next.home) return
  var token = kept('authToken')
  var user = null
  try {
    user = JSON.parse(kept('user'))
  } catch {
    // as without one
  }
  var isIn = token && user && user.role
  var isHome = path === '/' || path === '/dashboard' || path === '/signin'

  function soon(file) {
    var link = document.createElement('link')
    link.rel = 'modulepreload'
    link.crossOrigin = ''
    link.href = file
    document.head.appendChild(link)
  }
  if (isIn) {
    if (!isHome) return
    soon(next.home)
    if (user.role !== 'member') return
    page.dataset.drawn = 'home'
    // Taken once by web/lib/api/early.ts, under the same address and token.
    var address = '/api/admin/home/' + encodeURIComponent(user.id)
    var headers = { accept: 'application/json', authorization: 'Bearer ' + token }
    window.early = { user: user, address: address, token: token, answer: fetch(address, { headers: headers, credentials: 'omit' }) }
    window.early.answer.catch(function () {})
    return
  }
  if (/^\/(signup|terms|privacy-policy|reset-password|opt-out|not-authorized)$/.test(path)) return
  soon(next.signin)
  // Why one is there, or that one has registered, stands above the form: that only the page knows.
  var told = history.state && history.state.usr && history.state.usr.why
  if (!isHome || told || location.search.indexOf('registered') > 0) return
  page.dataset.drawn = 'signin'
  document.addEventListener('submit', function (event) {
    var form = event.target
    if (!form.closest('#drawn')) return
    event.preventDefault()
    form.dataset.pressed = ''
  })
})()
