// Runs before the first paint, so that nobody sees the other theme or the other language flash by. The build puts it into the page
// itself, with the names of the files to fetch (languages.ts): the entry of the chosen language, and what will be asked for next. It
// also says what the document shows until the entry has run (index.html).
;(function () {
  // What browsers ask before a text becomes markup or the address of a script (Trusted Types). Markup only for a parser, whose document
  // is inert; scripts of this host and of the bot check only.
  if (window.trustedTypes)
    trustedTypes.createPolicy('default', {
      createHTML: function (text, type, sink) {
        return /parseFromString/.test(sink) ? text : null
      },
      createScriptURL: function (address) {
        var url = new URL(address, location.href)
        // a local run's bot check is at another port of the same machine
        return url.hostname === location.hostname || url.origin === 'https://challenges.cloudflare.com' ? address : null
      },
    })

  function kept(name) {
    try {
      var cookie = new RegExp('(?:^|; )' + name + '=([^;]+)').exec(document.cookie)
      return cookie ? decodeURIComponent(cookie[1]) : localStorage.getItem(name)
    } catch {
      return null
    }
  }
  var path = location.pathname.replace(/(.)\/+$/, '$1')
  var root = document.documentElement
  root.lang = kept('language') === 'en' ? 'en' : 'id'
  var dark = path === '/signup' ? matchMedia('(prefers-color-scheme: dark)').matches : kept('theme') === 'dark'
  root.classList.toggle('dark', dark)

  // The offline page has no such marks.
  var builds = document.currentScript && document.currentScript.dataset
  if (!builds || !builds.id) return
  var files = JSON.parse(builds[root.lang])
  function add(tag, values) {
    document.head.appendChild(Object.assign(document.createElement(tag), values))
  }
  function soon(file) {
    add('link', { rel: 'modulepreload', crossOrigin: '', href: file })
  }
  files.start.forEach(soon)

  var token = kept('authToken')
  var user = null
  try {
    user = JSON.parse(kept('user'))
  } catch {
    // as without one
  }
  var isIn = token && user && user.role
  var isHome = path === '/' || path === '/dashboard' || path === '/signin'
  // The document's parts are Indonesian: the person who reads English sees the page alone.
  var isDrawn = root.lang === 'id'
  if (isIn && isHome) {
    files.home.forEach(soon)
    if (user.role === 'member') {
      // Taken once by web/lib/api/early.ts, under the same address and token.
      var address = '/api/admin/home/' + encodeURIComponent(user.id)
      var headers = { accept: 'application/json', authorization: 'Bearer ' + token }
      window.early = { user: user, address: address, token: token, answer: fetch(address, { headers: headers, credentials: 'omit' }) }
      window.early.answer.catch(function () {})
      if (isDrawn) {
        root.dataset.drawn = 'home'
        add('script', { type: 'module', crossOrigin: '', src: files.fill })
      }
    }
  } else if (!isIn && !/^\/(signup|terms|privacy-policy|reset-password|confirm-email|opt-out|not-authorized)$/.test(path)) {
    files.signin.forEach(soon)
    // Why one is there, or that one has registered, stands above the form: that only the page knows.
    var told = history.state && history.state.usr && history.state.usr.why
    if (isDrawn && isHome && !told && location.search.indexOf('registered') < 0) root.dataset.drawn = 'signin'
  }
  document.addEventListener('submit', function (event) {
    var form = event.target
    if (!form.closest('#drawn')) return
    event.preventDefault()
    form.dataset.pressed = ''
  })
  document.addEventListener('click', function (event) {
    var button = event.target.closest('#drawn button[type="button"]')
    if (button) button.dataset.pressed = ''
  })

  // The entry or what it imports is gone, as after a deploy, or the line is: without it the document's parts would never answer. Once
  // the page is reloaded (with fresh-page.ts's mark); after that it says so.
  function failed() {
    try {
      var mark = 'page-reloaded-at'
      if (Date.now() - Number(sessionStorage.getItem(mark) || 0) > 60000) {
        sessionStorage.setItem(mark, String(Date.now()))
        return location.reload()
      }
    } catch {
      // without storage nobody could tell the second time from the first
    }
    delete root.dataset.drawn
    document.getElementById('unloaded').hidden = false
  }

  // as modules' tags in the page would: in their order, when the page has been read
  function start() {
    files.start.forEach(function (file) {
      add('script', { type: 'module', crossOrigin: '', async: false, src: file, onerror: failed })
    })
  }
  addEventListener('DOMContentLoaded', function () {
    var shown = document.querySelector('#drawn > [data-for="' + root.dataset.drawn + '"]')
    if (shown) document.title = shown.dataset.title
    // The entry follows what is painted: a slow phone takes half a second to read it. A tab in the background paints nothing.
    if (shown && document.visibilityState === 'visible')
      requestAnimationFrame(function () {
        setTimeout(start)
      })
    else start()
  })
})()
