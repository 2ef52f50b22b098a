// A schedule, as a text and as a table of its steps.
#include "State.h"
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <elf.h>
#include <execinfo.h>
#include <fcntl.h>
#include <link.h>
#include <map>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

extern "C" char *swift_demangle(
    const char *name, size_t length, char *output, size_t *outputLength, unsigned flags);

std::string scheduleText() {
    std::string text;
    for (size_t place = 0; place < decisions.size(); place++) {
        if (!decisions[place].index) continue;
        if (!text.empty()) text += ",";
        text += std::to_string(place) + ":" + std::to_string(decisions[place].index);
    }
    return text.empty() ? "0:0" : text;
}

/// The part of a demangled name that a reader looks for, such as "Mailbox.next()".
static std::string shortened(std::string name) {
    // "(name in _file)" of a private name.
    for (size_t at; (at = name.find(" in _")) != std::string::npos;) {
        size_t begin = name.rfind('(', at);
        size_t end = name.find(')', at);
        if (begin == std::string::npos || end == std::string::npos) break;
        name = name.substr(0, begin) + name.substr(begin + 1, at - begin - 1) + name.substr(end + 1);
    }
    for (const char *end : {" of ", " in "}) {
        size_t at = name.rfind(end);
        if (at != std::string::npos) name.erase(0, at + strlen(end));
    }
    // A closure of a program, which its agent's name tells.
    if (name.find(" : ") != std::string::npos) return "";
    size_t argument = name.find_first_of("(<");
    if (argument != std::string::npos && argument > 0) name.erase(argument);
    for (const char *module : {"BroadcasterTesting.", "BroadcasterTracing.", "Interleavings.", "Broadcaster."})
        if (!name.compare(0, strlen(module), module)) {
            name.erase(0, strlen(module));
            break;
        }
    return name;
}

/// The functions of the executable, by their addresses in the file; most aren't exported, so the linker doesn't know them.
static std::map<ElfW(Addr), const char *> readFunctions() {
    std::map<ElfW(Addr), const char *> functions;
    int file = open("/proc/self/exe", O_RDONLY);
    struct stat status;
    if (file < 0 || fstat(file, &status)) return functions;
    const char *image = (const char *)mmap(nullptr, status.st_size, PROT_READ, MAP_PRIVATE, file, 0);
    close(file);
    if (image == MAP_FAILED) return functions;
    auto *header = (const ElfW(Ehdr) *)image;
    auto *sections = (const ElfW(Shdr) *)(image + header->e_shoff);
    for (int number = 0; number < header->e_shnum; number++) {
        const ElfW(Shdr) &section = sections[number];
        if (section.sh_type != SHT_SYMTAB) continue;
        auto *symbols = (const ElfW(Sym) *)(image + section.sh_offset);
        const char *names = image + sections[section.sh_link].sh_offset;
        for (size_t place = 0; place < section.sh_size / sizeof *symbols; place++)
            if ((symbols[place].st_info & 0xF) == STT_FUNC) functions[symbols[place].st_value] = names + symbols[place].st_name;
    }
    return functions;
}

static ElfW(Addr) loadAddress() {
    ElfW(Addr) address = 0;
    dl_iterate_phdr([](dl_phdr_info *info, size_t, void *address) {
        *(ElfW(Addr) *)address = info->dlpi_addr;
        return 1;  // The executable comes first.
    }, &address);
    return address;
}

std::string callingFunction() {
    static const auto functions = readFunctions();
    static const auto start = loadAddress();
    // Those of the explorer, of what each module declares in place of a lock or a queue, and of a program's helpers.
    const char *skipped[] = {"NSLock", "DispatchQueue", "DispatchGroup", "StreamStep", "Run.", "Shared.", "Agents."};
    void *frames[24];
    int count = backtrace(frames, 24);
    for (int frame = 0; frame < count; frame++) {
        auto found = functions.upper_bound((ElfW(Addr))frames[frame] - start);
        if (found == functions.begin()) continue;
        const char *mangled = (--found)->second;
        char *demangled = swift_demangle(mangled, strlen(mangled), nullptr, nullptr, 0);
        if (!demangled) continue;
        std::string name = demangled;
        free(demangled);
        bool isSkipped = false;
        for (const char *part : skipped) isSkipped = isSkipped || name.find(part) != std::string::npos;
        if (!isSkipped) return shortened(name);
    }
    return "";
}

void printTable() {
    const size_t most = 120;
    size_t first = steps.size() > most ? steps.size() - most : 0;
    if (first) printf("    (%zu steps before these)\n", first);
    int last = -1;
    for (size_t place = first; place < steps.size(); place++) {
        const Step &step = steps[place];
        const char *mark = step.isInterruption ? ">" : " ";
        const char *name = step.agent == last ? "" : agents[step.agent].name.c_str();
        printf("  %s %4zu  %-34s  %-30s  %s\n", mark, place + 1, name, step.text.c_str(), step.function.c_str());
        last = step.agent;
    }
}
