#if os(Linux)
  internal import CFolderListing
#endif

/// Opens a folder beneath an open one, whatever the length of the path. -1 with `errno` set where that fails.
///
/// No more than `partLimit` bytes are handed to the system at a time. The last name of each part is never followed if
/// it is a symbolic link, so with a `partLimit` of 0 none is. An empty path opens `folder` itself anew.
///
/// Not generic: every folder of a scan comes here from another module, where the types would be looked up each time.
package func openFolder(_ path: ArraySlice<UInt8>, beneath folder: CInt, partLimit: Int) -> CInt {
  let flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC
  if path.isEmpty { return retrying { openat(folder, ".", flags) } }
  let slash = UInt8(ascii: "/")
  var terminated = Array(path)
  let length = terminated.count
  terminated.append(0)
  var start = 0
  var current = folder
  while true {
    var end = length
    if length - start > partLimit {
      let window = terminated[start..<(start + max(partLimit, 0))]
      let cut = window.lastIndex(of: slash) ?? terminated[start..<length].firstIndex(of: slash)
      end = cut ?? length
    }
    terminated[end] = 0
    let next = terminated.withUnsafeBytes { bytes -> CInt in
      let part = UnsafeRawBufferPointer(rebasing: bytes[start...]).assumingMemoryBound(to: CChar.self)
      guard let part = part.baseAddress else { return -1 }
      return retrying { openat(current, part, flags) }
    }
    if current != folder {
      let code = errno
      close(current)
      errno = code
    }
    if next < 0 || end == length { return next }
    current = next
    start = end + 1
  }
}

/// Opens a file below a folder to read it, through no symbolic link; the folder itself may be reached through some. In one
/// call where the system has one for that. Waits for nobody: a FIFO may never have a writer.
///
/// -1 with `errno` set where that fails: ELOOP or ENOTDIR where the path leads through a link, or through what is no folder.
package func openInside(_ root: String, _ path: String, _ more: CInt = 0) -> CInt {
  openInside(root, Array(path.utf8), more)
}

/// The same for a path that may be no UTF-8.
package func openInside(_ root: String, _ names: [UInt8], _ more: CInt = 0) -> CInt {
  let flags = more | O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC
  #if os(Linux)
    let path = (Array(root.utf8) + [UInt8(ascii: "/")] + names + [0]).map(CChar.init(bitPattern:))
    let file = openingHeld { folder_listing_open_without_links(path, flags) }
    if file >= 0 || ![ENOSYS, EPERM, ELOOP].contains(errno) { return file }
  #endif
  let folder = retrying { open(root, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
  guard folder >= 0 else { return -1 }
  let top = OwnedDescriptor(folder)
  let slash = names.lastIndex(of: UInt8(ascii: "/"))
  let parent = openFolder(names[..<(slash ?? 0)], beneath: top.number, partLimit: 0)
  guard parent >= 0 else { return -1 }
  let name = String(decoding: names[(slash.map { $0 + 1 } ?? 0)...], as: UTF8.self)
  let found = openingHeld { openat(parent, name, flags) }
  let code = errno
  close(parent)
  errno = code
  return found
}

/// The longest path that the system takes at once, the final NUL included.
package let longestPath = Int(PATH_MAX)

/// Opens a path of several names beneath an open folder in one call; none of them may be a symbolic link or lead out of
/// the folder. The path ends with a NUL. -1 with `errno` set where that fails, ENOSYS where the system has no such call.
package func openBeneath(_ folder: CInt, _ path: [CChar], _ flags: CInt) -> CInt {
  #if os(Linux)
    return retrying { folder_listing_open_beneath(folder, path, flags) }
  #else
    errno = ENOSYS
    return -1
  #endif
}

/// When a file of a folder was made, in nanoseconds since 1970, links not followed; 0 where the file system does not tell.
/// No program can set it.
package func birthTime(_ folder: CInt, _ name: String) -> Int64 {
  #if os(Linux)
    return folder_listing_birth(folder, name)
  #else
    var status = stat()
    guard fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else { return 0 }
    return Int64(status.st_birthtimespec.tv_sec) &* 1_000_000_000 &+ Int64(status.st_birthtimespec.tv_nsec)
  #endif
}
